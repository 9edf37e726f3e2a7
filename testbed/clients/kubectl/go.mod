// Marks the root of the module for Go; what is built is pinned by 1.*.mod.
module rectrace.dev/testbed/clients/kubectl

go 1.25.0
