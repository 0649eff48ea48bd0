# ruff: noqa: E501
"""What devices print, in the formats of Android 12 to 15; a few lines each."""

OLD_SPEED = (
    "Property:0x11600207, status: 0, timestamp: 2388800368400, zone: 0x0, floatValues: [0.0], int32Values: [], "
    "int64Values: [], bytes: [], string: "
)
OLD_TEMPERATURE = (
    "Property:0x15600503, status: 0, timestamp: 10, zone: 0x31, floatValues: [22.5], int32Values: [], int64Values: [], "
    "bytes: [], string: "
)
OLD_POWER = (
    "Property:0x15200510, status: 0, timestamp: 10, zone: 0x75, floatValues: [], int32Values: [1], int64Values: [], "
    "bytes: [], string: "
)
OLD_TICKS = (
    "Property:0x11510306, status: 0, timestamp: 10, zone: 0x0, floatValues: [], int32Values: [], "
    "int64Values: [0, 100000, 200000], bytes: [], string: "
)
OLD_TEXT = (
    "Property:0x21100101, status: 0, timestamp: 10, zone: 0x0, floatValues: [], int32Values: [], int64Values: [], "
    'bytes: [], string: "driver, string: [1] }'
)
OLD_ERROR = "Can not get property value for property: 356517120 // 0x15400500 in areaId: 117 // 0x75"
NEW_TEMPERATURE = (
    "HalPropValue{Property ID: HVAC_TEMPERATURE_SET(0x15600503), Area ID: ROW_1_LEFT(0x1), ElapsedRealtimeNanos: 12, "
    "Status: AVAILABLE(0x0), Value: 17.0 CELSIUS}"
)
NEW_GEAR = (
    "HalPropValue{Property ID: GEAR_SELECTION(0x11400400), Area ID: GLOBAL(0x0), ElapsedRealtimeNanos: 12, "
    "Status: AVAILABLE(0x0), Value: GEAR_PARK(0x4)}"
)
NEW_BRAKE = (
    "HalPropValue{Property ID: PARKING_BRAKE_ON(0x11200402), Area ID: GLOBAL(0x0), ElapsedRealtimeNanos: 12, "
    "Status: AVAILABLE(0x0), Value: TRUE}"
)
NEW_DUAL = (
    "HalPropValue{Property ID: HVAC_DUAL_ON(0x15200509), Area ID: ROW_2_RIGHT|ROW_2_CENTER|ROW_2_LEFT|ROW_1_RIGHT|ROW_1_LEFT(0x75), "
    "ElapsedRealtimeNanos: 12, Status: AVAILABLE(0x0), Value: FALSE}"
)
NEW_DIRECTIONS = (
    "HalPropValue{Property ID: HVAC_FAN_DIRECTION_AVAILABLE(0x15410511), Area ID: ROW_1_LEFT(0x1), ElapsedRealtimeNanos: 12, "
    "Status: AVAILABLE(0x0), Value: [FACE(0x1), FLOOR(0x2), 3]}"
)
NEW_STATE = (
    "HalPropValue{Property ID: LANE_KEEP_ASSIST_STATE(0x11401009), Area ID: GLOBAL(0x0), ElapsedRealtimeNanos: 12, "
    "Status: AVAILABLE(0x0), Value: NOT_AVAILABLE_DISABLED(0xfffffffe)}"
)
NEW_NOTHING = (
    "HalPropValue{Property ID: HVAC_FAN_SPEED(0x15400500), Area ID: ROW_1_LEFT(0x1), ElapsedRealtimeNanos: 12, "
    "Status: NOT_AVAILABLE_DISABLED(0x1001), Value: NO_VALUE}"
)
NEW_TEXT = (
    "HalPropValue{Property ID: VENDOR_PROPERTY(0x21100101), Area ID: GLOBAL(0x0), ElapsedRealtimeNanos: 12, "
    'Status: AVAILABLE(0x0), Value: {"a": "}"}}'
)
NEW_ERROR = "Cannot get property value for property: HVAC_FAN_SPEED(0x15400500) in areaId: ROW_1_LEFT(0x1)."
VALUES = (
    OLD_SPEED, OLD_TEMPERATURE, OLD_POWER, OLD_TICKS, OLD_TEXT, NEW_TEMPERATURE, NEW_GEAR, NEW_BRAKE, NEW_DUAL,
    NEW_DIRECTIONS, NEW_STATE, NEW_NOTHING, NEW_TEXT,
)  # fmt: skip

OLD_CONFIGS = """\
Property:0x15600503, Property name:HVAC_TEMPERATURE_SET, access:0x3, changeMode:0x1, config:[160, 280, 5, 605, 825, 10], fs min:0.000000, fs max:0.000000
\tareaId:0x31, f min:16.000000, f max:32.000000, i min:0, i max:0, i64 min:0, i64 max:0
\tareaId:0x44, f min:16.000000, f max:32.000000, i min:0, i max:0, i64 min:0, i64 max:0
Property:0x11600207, Property name:PERF_VEHICLE_SPEED, access:0x1, changeMode:0x2, config:[], fs min:1.000000, fs max:10.000000
Property:0x15400500, Property name:HVAC_FAN_SPEED, access:0x3, changeMode:0x1, config:[], fs min:0.000000, fs max:0.000000
\tareaId:0x75, f min:0.000000, f max:0.000000, i min:1, i max:7, i64 min:0, i64 max:0
"""
NEW_CONFIGS = """\
Property:HVAC_FAN_SPEED(0x15400500), group:SYSTEM(0x10000000), areaType:SEAT(0x5000000), valueType:INT32(0x400000),
    access:READ_WRITE(0x3), changeMode:ON_CHANGE(0x1), configArray:[], minSampleRateHz:0.0, maxSampleRateHz:0.0
        areaId:ROW_1_LEFT(0x1), access:READ_WRITE(0x3), f min:0.000000, f max:0.000000, i min:1, i max:7, i64 min:0, i64 max:0
        areaId:ROW_1_RIGHT(0x4), access:READ_WRITE(0x3), f min:0.000000, f max:0.000000, i min:1, i max:7, i64 min:0, i64 max:0
Property:PERF_VEHICLE_SPEED(0x11600207), group:SYSTEM(0x10000000), areaType:GLOBAL(0x1000000), valueType:FLOAT(0x600000),
    access:READ(0x1), changeMode:CONTINUOUS(0x2), configArray:[], minSampleRateHz:1.0, maxSampleRateHz:10.0
        areaId:GLOBAL(0x0), access:READ(0x1), f min:0.000000, f max:0.000000, i min:0, i max:0, i64 min:0, i64 max:0
"""
SUPPORTED = "All supported property IDs from Vehicle HAL:\n[291504647, 356517120, 557842433]\n"
HELP = """\
Car service commands:
\t-h
\t  Print this help text.
\tday-night-mode [day|night|sensor]
\t  Force into day/night mode or restore to auto.
\tset-property-value <PROPERTY_ID in Hex or Decimal> <areaId> <data>
\tget-property-value [PROPERTY_ID in Hex or Decimal] [areaId]
"""

SET_DONE = (
    "Set property: VehiclePropValue{timestamp: 0, areaId: 0, prop: 291504901, status: AVAILABLE, value: RawPropValues{"
    "int32Values: [], floatValues: [1000.000000], int64Values: [], byteValues: [], stringValue: }}\n"
)
SET_FAILED = (
    "failed to set property: VehiclePropValue{timestamp: 0, areaId: 0, prop: 1, status: AVAILABLE, value: RawPropValues{"
    "int32Values: [1], floatValues: [], int64Values: [], byteValues: [], stringValue: }}, error: INVALID_ARG\n"
)
GOT = """\
1-0: VehiclePropValue{timestamp: 0, areaId: 1, prop: 358614275, status: AVAILABLE, value: RawPropValues{int32Values: [], floatValues: [22.299999], int64Values: [], byteValues: [], stringValue: }}
2: VehiclePropValue{timestamp: 0, areaId: 0, prop: 554697985, status: AVAILABLE, value: RawPropValues{int32Values: [], floatValues: [], int64Values: [], byteValues: [], stringValue: "a}}"}}
"""

SESSIONS_NEW = """\
MEDIA SESSION SERVICE (dumpsys media_session)

User Records:
Record for full_user=0
  Sessions Stack - have 0 sessions:
Record for full_user=10
  Media button session is com.android.car.media/x (userId=10)
  Sessions Stack - have 1 sessions:
    LocalMediaPlayer com.android.car.media.localmediaplayer/LocalMediaPlayer (userId=10)
      ownerPid=1, ownerUid=1010060, userId=10
      package=com.android.car.media.localmediaplayer
      active=true
      flags=7
      state=PlaybackState {state=PLAYING(3), position=0, buffered position=0, speed=1.0, updated=1, actions=567, custom actions=[], active item id=1, error=null}
      metadata: size=6, description=Title, Artist, Album
"""
SESSIONS_OLD = SESSIONS_NEW.replace("PLAYING(3)", "3")
AUDIO = """\
*CarAudioService*
  Run in legacy mode? false
  Master muted? false
  CarAudioZone(Primary zone:0) isPrimary? true
    CarVolumeGroup(0)
      Name(group_0)
      Zone Id(0)
      Is Muted(false)
      Gain values (min / max / default/ current): -8400 4000 0 -2200
      Gain indexes (min / max / default / current): 0 40 20 20
      Context: MUSIC -> Address: bus0_media_out
        Gain values (min / max / default/ current): -8400 4000 0 -2200
    CarVolumeGroup(1)
      Is Muted(true)
      Gain indexes (min / max / default / current): 0 40 20 5
"""
STREAM = "[V] will control stream=3 (STREAM_MUSIC)\n[V] will get volume\n[V] Connecting to AudioService\n[V] volume is 8 in range [0..15]\n"
STREAMS = "- STREAM_RING:\n   Muted: true\n   Min: 0\n- STREAM_MUSIC:\n   Muted: false\n   Min: 0\n   Max: 15\n"
TELECOM = """\
mCalls:
  [Call id=TC@1, state=DISCONNECTED, tpac=null, cmgr=null, handle=tel:***38, vidst=A, childs(0), has_parent(false)], voip=false
  [Call id=TC@2, state=RINGING, tpac=null, cmgr=null, handle=tel:***39, vidst=A, childs(0), has_parent(false)], voip=false
mPendingMOEmerCall: null
"""
NO_CALL = "CallsManager: \n  mCalls: \n  mCallAudioManager:\n    All calls:\n"
WIFI_OFF = "Wi-Fi is enabled\nVerbose logging is off\nDump of ActiveModeWarden\n  current StateMachine mode: EnabledState\n"
WIFI_ON = WIFI_OFF + "Dump of SoftApManager id=7\n  current StateMachine mode: StartedState\n  mRole: ROLE_SOFTAP_TETHERED\n"
WIFI_STATUS = 'Wifi is enabled\nWifi scanning is only available when wifi is enabled\nWifi is connected to "AndroidWifi"\nWifiInfo: SSID: 1\n'
SAVED_NETWORKS = """\
Network Id      SSID                         Security type
0            AndroidWifi                      open
0            AndroidWifi                      owe^
1            Cafe by the sea                  wpa2-psk
"""
NIGHT = "*DAY NIGHT POLICY*\nMode:night\nForced Mode? true\n"
SENSED = "*DAY NIGHT POLICY*\nMode:day\nForced Mode? false, timestamp of dimming sensor is 0\n"
ACTIVITIES = """\
ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)
Display #2 (activities from top to bottom):
  * Task{11 #3 type=standard}
    topResumedActivity=ActivityRecord{99aa u10 com.android.car.cluster.home/.ClusterHomeActivity t3}
Display #0 (activities from top to bottom):
  * Task{12 #9 type=standard}
    topResumedActivity=ActivityRecord{1a2b3c u10 com.android.car.media/.MediaActivity t9}
  ResumedActivity: ActivityRecord{1a2b3c u10 com.android.car.media/.MediaActivity t9}
"""
ACTIVITIES_11 = "Display #0 (activities from top to bottom):\n    mResumedActivity: ActivityRecord{1f u10 com.android.car.dialer/.ui.TelecomActivity t4}\n"
NOTIFICATIONS = """\
Current Notification Manager state:
  Notification List:
    NotificationRecord(0x0123: pkg=com.android.shell user=UserHandle{10} id=2020 tag=safety_alert:lane departure importance=3 key=10|com.android.shell|2020|safety_alert:lane departure|2000: Notification(channel=shell_cmd))
      extras={
          android.title=String (Lane departure alert)
          android.text=String (Keep to (your) lane.)
      }
    NotificationRecord(0x0124: pkg=com.android.shell user=UserHandle{10} id=2020 tag=safety_alert:ice importance=3 key=k: Notification(channel=shell_cmd))
      extras={
          android.title=String (Ice alert)
          android.text=String (Slow down.)
      }
"""
NO_NOTIFICATIONS = "Current Notification Manager state:\n\n  mZenMode=ZEN_MODE_OFF\n"
LOCATION = """\
Location Manager State:
  network provider:
    user 10:
      last location=Location[network 1.000000,2.000000 hAcc=100.0 et=+3m5s12ms]
  gps provider [mock]:
    user 0:
    user 10:
      last location=Location[gps 48.856600,2.352200 hAcc=12.5 et=+3m5s12ms alt=35.0 bear=90.0]
      enabled=true
"""
SETTINGS = "screen_brightness=128\nscreen_brightness_mode=0\ntime_12_24=24\nempty=\nodd=a=b\n"
