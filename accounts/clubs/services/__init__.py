"""Everything that writes clubs; each service is one transaction and one journal entry."""
