"""Reports of studies: the tables and plots of what :mod:`winnable.studies.experiments` measured.

``samples`` reads a file into columns; ``figures``, ``tables`` and ``panels`` make numbers and plots of them;
``draw`` draws the plots with matplotlib; ``document`` makes all into one report, which ``html`` and
``markdown`` write.
"""
