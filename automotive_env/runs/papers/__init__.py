"""The tables and figures of the published papers, made of runs, with the papers' own figures quoted beside them."""
