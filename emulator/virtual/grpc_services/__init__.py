"""The gRPC services of an emulator, as far as android_env uses them: screenshots, touches, keys, snapshots.

Names and field numbers are those of the emulator's public `emulator_controller.proto` and `snapshot_service.proto`.
"""
