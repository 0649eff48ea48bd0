"""Which commands `cmd car_service` has on each release (packages/services/Car, `CarShellCommand.java`)."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.vehicle.properties import Release

SINCE: Mapping[Release, str] = {
    13: """
        -h apply-cts-verifier-power-off-policy apply-cts-verifier-power-on-policy apply-power-policy check-lock-is-secure
        control-component-enabled-state create-user day-night-mode define-power-policy define-power-policy-group disable-feature
        emulate-driving-state enable-feature enable-uxr garage-mode get-carpropertyconfig get-do-activities get-initial-user
        get-initial-user-info get-property-value get-rearview-camera-id get-target-car-version get-user-auth-association
        get-vhal-backend hibernate inject-continuous-events inject-custom-input inject-error-event inject-key inject-rotary
        inject-vhal-event list-vhal-props logout-user power-off projection-stable-lohs-config projection-tethering
        projection-ui-mode remove-user reset-selected-volume-context reset-user-in-occupant-zone resume set-audio-zone-for-uid
        set-drivingsafety-region set-group-volume set-mute-car-volume-group set-occupant-zone-for-user set-power-policy-group
        set-property-value set-rearview-camera-id set-start-bg-users-on-garage-mode set-user-auth-association silent-mode
        start-fixed-activity-mode stop-fixed-activity-mode suspend switch-user telemetry test-echo-reverse-bytes
        watchdog-control-health-check watchdog-control-package-killable-state watchdog-io-get-3p-foreground-bytes
        watchdog-io-set-3p-foreground-bytes watchdog-resource-overuse-kill
    """,
    14: """
        check-fake-vhal get-display-by-user get-process-group get-user-by-display inject-motion set-audio-mirror
        set-display-state set-process-group set-process-profile unset-audio-mirror
    """,
    15: """
        add-input-descriptor-association-to-display-unique-id check-camera-service-type-enabled enable-camera-service-type
        gen-test-vendor-configs get-camera-id get-current-ux-restrictions get-current-uxr-mode get-input-and-display-info
        get-supported-uxr-modes get-uxr-config remove-input-descriptor-association restore-vendor-configs set-camera-id
        set-current-uxr-mode
    """,
}
"""The release that brought them -> their names; none has gone since."""


def command_names(release: Release) -> list[str]:
    """The names of a release, in alphabetical order."""
    return sorted(name for since, names in SINCE.items() if since <= release for name in names.split())
