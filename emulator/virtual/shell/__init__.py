"""The language of the device's shell: words, lists, pipes and redirections."""
