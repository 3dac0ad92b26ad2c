"""Files that keep a match: the transcript, the journal of a match that is played, and what a crash left of one."""
