"""Line plots as inline SVG: what is drawn, where it stands, and how it is written."""
