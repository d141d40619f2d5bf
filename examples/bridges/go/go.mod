module example/auth-bridge

go 1.24
