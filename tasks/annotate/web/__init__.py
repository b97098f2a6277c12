"""The web application that people label in: server-rendered, one private link for each of them."""
