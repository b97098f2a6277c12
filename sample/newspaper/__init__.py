"""The sample newspaper: eight invented outlets, their articles, and a small server for them."""
