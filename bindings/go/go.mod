module limbsmith.org/limbsmith

go 1.24
