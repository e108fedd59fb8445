"""Models of replays: uploaded records, and what people say about a match."""

from __future__ import annotations

from replays.models.analysis import AnalysedPly, Analysis
from replays.models.fork import Fork
from replays.models.study import Study, StudyMember
from replays.models.talk import Comment, Moment
from replays.models.tour import Tour, TourStop
from replays.models.upload import UploadedRecord

__all__ = [
    "AnalysedPly",
    "Analysis",
    "Comment",
    "Fork",
    "Moment",
    "Study",
    "StudyMember",
    "Tour",
    "TourStop",
    "UploadedRecord",
]
