"""All services that write for replays; one module per noun, one function per verb."""
