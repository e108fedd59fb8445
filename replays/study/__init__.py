"""Study rooms as their pages read them: access, chapters, tasks, courses. Nothing here writes."""
