"""Files that go with a release into the folder of another harness; they run there, without okbench."""
