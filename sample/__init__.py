"""An invented world for trying and testing the product over loopback HTTP."""
