"""What is written by replays; one module per noun, one function per verb."""
