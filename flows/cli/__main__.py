"""``python -m flows.cli``: the console command, for where it is not on the path."""

from flows.cli.main import main

main()
