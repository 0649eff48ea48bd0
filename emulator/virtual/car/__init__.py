"""CarService: what stands behind `cmd car_service` and `dumpsys car_service`."""
