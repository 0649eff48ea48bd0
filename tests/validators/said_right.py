"""Answers as different language models give them, under the fact that they state, and in `WRONG` under one that they do not.

A bar or the end of a line separates answers.
"""

from automotive_env.validators.answer_forms import TimeOfDay
from automotive_env.validators.answers import Amount, Fact, Name, YesNo

OPEN = YesNo(False, yes=("closed", "shut"), no=("open",))
SHUT = YesNo(True, yes=("closed", "shut"), no=("open",))
PEOPLE = ("Anna Vogt", "Bernd Falk", "Zoë Müller", "Mum")
CHARGERS = ("Copper Charging Point", "Lake Charging Point", "Ferry Lake Charging Point")

RIGHT: tuple[tuple[Fact, str], ...] = (
    (
        TimeOfDay(17, 23),
        """We arrive at 5.23 pm. | We arrive at 17h23. | We arrive at 17.23. | We'll be there at 5:23p.m.
ETA: 17:23 (local time).""",
    ),
    (TimeOfDay(17, 30), "We arrive at half past five in the evening."),
    (TimeOfDay(17, 40), "Arrival: twenty to six in the evening."),
    (TimeOfDay(17, 0), "We arrive at 5 o'clock in the afternoon."),
    (TimeOfDay(12, 0), "We arrive at noon."),
    (TimeOfDay(0, 0), "We arrive at midnight."),
    (
        Amount(90, "minutes", 1),
        """It takes an hour and a half. | It takes 1h 30m. | It takes 1:30 hours. | Ninety minutes.
It takes one and a half hours.""",
    ),
    (Amount(2.41, "bar", 0.05), "The tyre has 2.4 bar. | 35 psi"),
    (Amount(100, "km/h", 1), "100 kilometres per hour | Sixty-two mph."),
    (Amount(66.7, "percent", 1), "It's two thirds full."),
    (
        Amount(21.5, "celsius", 0.3),
        """The outside temperature is 21.5°C. | It's 21.5 °C outside. | It is currently **21.5 °C** outside. | 21.5 degrees
21.5 | 21,5 °C | It's 21½ degrees in here. | Twenty-one point five degrees.
Twenty one and a half degrees Celsius. | It's about 21.5 degrees Celsius (70.7 °F). | Outside: 21.5℃
The cabin is at 21.5 C right now. | Current outside temperature: 21.5 degrees C. | The display shows 21.5°.
The car reports an outside temperature of 21.5 degrees centigrade. | It's 71 °F outside.
It's roughly 70.7 degrees Fahrenheit outside. | The temperature outside is 21.5°C, and it's sunny.
According to the climate app, it's 21.5 °C. The fan is at level 3. | Right now it's +21.5 °C.
It's 21 1/2 degrees out there. | Sure! The outside temperature is `21.5 °C`. | Temperature: 21.5 deg C
It is 21.5ºC outside. | Channel 3 says 21.5 degrees. | It isn't cold: 21.5 degrees.
The answer is 21.5 degrees. | It's 21.50 °C. | In Berlin it's 21.5 °C at 14:20.
It's 21.5 degrees Celsius outside at the moment, and you are driving 50 km/h.""",
    ),
    (
        Amount(-5, "celsius"),
        """It is minus five degrees outside. | -5 °C | −5°C | It's five below zero. | It's 5 degrees below zero.
Negative 5 degrees Celsius. | It's a chilly -5 degrees outside. | The outside temperature is -5.0 °C (23 °F).
Minus 5. | It's minus five, so watch out for ice. | It's 23 °F outside. | Outside temperature: –5 °C""",
    ),
    (
        Amount(72, "fahrenheit"),
        """It's currently **72 °F** outside. | 72 degrees | 72F | Seventy-two degrees Fahrenheit. | It's seventy two.
It's 72°F (22°C). | The cabin is 72 degrees F. | Around 72 degrees, quite pleasant. | It is 22.2 °C outside.
The temp outside is 72.""",
    ),
    (
        Amount(77, "percent", 2),
        """The battery is at 77%. | 77 percent | Battery: 77 % | It's seventy-seven percent. | You have 77 per cent left.
The tank is about three quarters full (77 percent). | The tank is roughly three-quarters full.
The tank is about ¾ full. | The battery's at 77% with 310 km of range.
The fuel level is 77%, which should be enough. | Your charge is 77% as of 14:20.
About 77 percent, that's around 250 miles. | It's at 77. | You've got 76.8% remaining. | The tank is 3/4 full.""",
    ),
    (
        Amount(312, "km", 1),
        """You have 312 km of range left. | 312 kilometers | Range: 312km
You can still drive three hundred and twelve kilometres. | About 194 miles.
Your remaining range is 312 km (194 mi). | Estimated range is 312 km at 77 % charge.
You have enough for 312 kms. | About three hundred twelve kilometers. | 312.""",
    ),
    (
        Amount(1250, "km", 1),
        """1250 km | 1,250 km | 1.250 km | 1 250 km | It's 1,250 kilometers from here. | It's 777 miles away.
One thousand two hundred and fifty kilometres. | Twelve hundred and fifty kilometers. | 1'250 km
The service is due in 1,250 km. | 1250.0 km""",
    ),
    (
        Amount(13.67, "mi", 0.1),
        """You left at seven past three pm and drove 13.7 miles. | 13.67 miles | 13.7 mi | It was 13.7 miles (22 km).
thirteen point seven miles | You drove 22.0 km.""",
    ),
    (
        Amount(400, "m", 10),
        """In 400 meters. | 400 m | It's 0.4 km away. | The next turn is in 400 metres. | Four hundred meters ahead.
A quarter mile ahead. | It's about a quarter of a mile. | The exit is about 1,300 feet ahead.""",
    ),
    (
        Amount(80, "minutes", 1),
        """1 hour 20 | 1 hour and 20 minutes. | It'll take 1 h 20 min. | 1h20 | 1h 20m | 80 minutes
About an hour and twenty minutes. | An hour twenty. | eighty minutes | It takes 80 min (until 17:23).
The drive takes 1 hour, 20 minutes. | 1:20 hours | You'll be there in 1 hr 20 mins. | One hour twenty.
About 80 minutes; you arrive at 5:23 pm. | 1.33 hours | 4800 seconds | One hour and twenty minutes left.
It's an 80-minute drive. | Remaining time: 1:20 h
It should take you approximately 1 hour and 20 minutes to get to the office.
The trip takes 80 minutes, the distance is 93 km.""",
    ),
    (
        Amount(90, "minutes", 1),
        """An hour and a half. | One and a half hours. | 1.5 hours | 1½ hours | 90 minutes | 1 hour 30 minutes
1 1/2 hours | about one and a half hours""",
    ),
    (
        Amount(30, "minutes", 1),
        """Half an hour. | 30 minutes | thirty minutes | It's half an hour from here. | 0.5 hours
ETA: 17:23 (in about 30 min) | You'll be there in 30. | about a half hour | Just half an hour.""",
    ),
    (
        Amount(45, "minutes", 1),
        """Three quarters of an hour. | 45 minutes | Three-quarters of an hour. | 0.75 hours | about ¾ of an hour""",
    ),
    (
        Amount(90, "seconds", 5),
        """The lamps stay on for 1 minute 30 seconds. | 90 seconds | 1.5 minutes | A minute and a half. | 1 min 30 s
1:30 minutes | They stay on for one minute and thirty seconds. | 1m30s | The lamps stay on for 90s.
1 minute 30""",
    ),
    (
        Amount(154, "seconds", 1),
        """The song has 2:34 left. | 2 minutes and 34 seconds | 2:34 | 2 min 34 sec remaining.""",
    ),
    (
        Amount(60, "minutes", 1),
        """An hour. | One hour. | 1 hour | About an hour. | 60 minutes | It takes about an hour to get there.""",
    ),
    (
        Amount(50, "km/h", beside=(62,)),
        """The limit is 50 km/h. | 50 | The speed limit here is 50 kilometres per hour. | Fifty km/h.
You're driving 62 km/h, the limit is 50 km/h. | It's 50 kph here. | About 31 mph.
The limit is 50 km/h (31 mph). | You may drive no more than 50 km/h.
The maximum speed is 50 kilometers an hour. | It's a 50 km/h zone. | You may drive up to 50 km/h.""",
    ),
    (
        Amount(30, "mph"),
        """30 mph | 30 miles per hour | Thirty miles an hour. | The limit is 30mph. | The limit is 48 km/h.
You can go 30.""",
    ),
    (
        Amount(2.2, "bar", 0.06),
        """2.2 bar | The front left tyre has 2.2 bar. | 32 psi | 220 kPa | It's 2,2 bar. | Two point two bar.
The front left tyre is at 2.2 bar (32 psi). | Front left: 2.2 bar. | 31.9 PSI
The pressure is 32 pounds per square inch.""",
    ),
    (
        Amount(3),
        """You have 3 unread messages. | Three. | three new messages | 3 | You have three messages, one from Mum.
The three messages are all from Mum, the third is the newest. | There are 3. | You've got 3 missed calls.
The fan is at level 3 of 7. | The fan is at 3/7. | The fan speed is 3 and it's 21 °C.
The fan is on 3 out of 7. | Since 4 May there were 3. | There are three at 17:23.""",
    ),
    (
        Amount(0.47, "money", 0.004),
        """It's €0.47 per kWh. | 0.47 € | 47 cents | 0,47 €/kWh | It costs 0.47 euros. | It's 0.47.
The price is 0.47 EUR per kWh at Copper.""",
    ),
    (
        Amount(4.5, "money", 0.004),
        """$4.50 | 4.50 dollars | The toll is $4.50. | 4 dollars and 50 cents | Four dollars fifty. | It's £4.50.""",
    ),
    (
        TimeOfDay(17, 23),
        """You'll arrive at 17:23. | ETA: 17:23 (in about 25 min) | 5:23 pm | 5:23 PM | 5:23 p.m. | 5.23 pm | 17.23
17:23:00 | We arrive at 5:23 in the afternoon. | We stay, and arrive at five twenty-three pm.
We arrive at twenty-three past five. | ETA 1723 hours. | ETA 17:23 hours | At 17:23h | At 17h23.
23 minutes past five. | At seventeen twenty-three.
Estimated arrival is **5:23 PM**, about 25 minutes from now. | You will get there at 5:23 this afternoon.
We'll be there at 5:23. | We'll get there by 5:23 PM (17:23). | Arrival: 17:23, 13 km to go. | It's 5:23pm.
You should arrive around 17:23, with 64% battery. | 523 pm | at five twenty three in the afternoon
Twenty-three minutes past five in the afternoon. | 37 minutes to six""",
    ),
    (
        TimeOfDay(5, 45),
        """Planned already for quarter to six in the morning, at 18 degrees. | 05:45 | 5:45 am | a quarter to six
It's set for 5:45 a.m. | five forty-five am | The alarm is set for 5:45 tomorrow morning.
Fifteen minutes to six. | Fifteen to six in the morning | 0545 hours""",
    ),
    (
        TimeOfDay(17, 0),
        """5 pm | 5 o'clock | At five o'clock in the afternoon. | 17:00 | Five pm. | 5 in the afternoon
It's set for 5 PM. | seventeen hundred hours | 1700 hours | At 5. | five o’clock | at 5:00 PM today
at 5 this afternoon""",
    ),
    (
        TimeOfDay(17, 30),
        """half past five | Half past 5 in the afternoon. | 5:30 pm | 17:30 | thirty minutes past five | five thirty pm
5:30 in the evening | at 5:30 | at half past five this evening""",
    ),
    (
        TimeOfDay(17, 5),
        """five past five | five oh five pm | 5:05 PM | 17:05 | 5 minutes past 5 | five minutes after five
five after five""",
    ),
    (
        TimeOfDay(12),
        """noon | At noon. | 12 pm | 12:00 | twelve o'clock | midday | 12 noon | At twelve noon.""",
    ),
    (
        TimeOfDay(0),
        """midnight | 12 am | 0:00 | 00:00 | At midnight. | 12 midnight | 24:00""",
    ),
    (
        TimeOfDay(22, 15),
        """quarter past ten | 10:15 at night | 22:15 | a quarter past ten in the evening | 10:15 p.m.
ten fifteen pm tonight | 15 past ten""",
    ),
    (
        Name("Anna Vogt", *PEOPLE),
        """Anna Vogt called. | It was Anna. | ANNA VOGT | Ms. Vogt called at 17:23. | Your missed call is from Anna.
You have one missed call from **Anna Vogt**. | That was Anna's call. | "Anna Vogt" sent the message.
It was anna vogt | Anna, not Bernd. | The last caller was Anna Vogt (mobile).
Your last message, from Anna: "See you." | The most recent call is from Anna Vogt, 12 minutes ago.""",
    ),
    (
        Name("Zoë Müller", *PEOPLE),
        """Zoe Muller | Zoë | It was Zoë Müller. | Zoe called. | Müller | Zoë's on the line. | That's Zoë Müller’s number.
It’s ZOË.""",
    ),
    (
        Name("Mum", *PEOPLE),
        """Mum. | Your mum called. | It was Mum. | mum | The last call was from “Mum”.""",
    ),
    (
        Name("Lake Charging Point", *CHARGERS),
        """Lake Charging Point | The cheapest is Lake Charging Point.
The cheapest one is the Lake Charging Point, at €0.43 per kWh. | It's **Lake Charging Point** (2.3 km away).
Lake Charging Point is cheaper than Copper Charging Point. | The nearest charger is lake charging point.""",
    ),
    (
        Name("Ferry Lake Charging Point", *CHARGERS),
        """Ferry Lake Charging Point | Ferry Lake. | Ferry Lake is the nearest. | The Ferry Lake one.""",
    ),
    (
        Name("Let It Be", "Yesterday", "Help!"),
        """This is "Let It Be" by the Beatles. | let it be | Let It Be | Now playing: Let It Be – The Beatles""",
    ),
    (
        Name("東京駅", "新宿駅"),
        """東京駅 | Your next stop is 東京駅. | The destination is 東京駅です""",
    ),
    (
        Name("Wi-Fi Café", "Home"),
        """WiFi Cafe | You're on Wi-Fi Café. | It's connected to wi-fi cafe.""",
    ),
    (
        OPEN,
        """No. | No, it's still open. | No, the rear left window is open. | It isn't. | Nope. | No, they aren't.
They're not all closed. | The rear left window is still open. | Not yet.
Not all of them: the rear left window is open. | No, one window is open. | Nope, one's still open.
The windows aren't closed. | No – the rear left is open. | Unfortunately not: the rear left is open by 40 %.
No, they are not closed. The left one is open. | I checked: no, one is open. | Actually, no. One is open.
Unfortunately not. | Absolutely not. | Sure! The left window is open. | Right now, one window is open.
No it isn't.""",
    ),
    (
        SHUT,
        """Yes. | Yes, it is. | Yes, all windows are closed. | They are. | Yep, all shut. | All windows are closed.
Everything is shut. | Yes, they're all closed. | Yes — all of them. | Yeah, they are.
All four windows are shut. | Correct, they are closed. | Of course. | None of the windows are open.
No windows are open. | No window is open. | Yes, both of them are closed and the sunroof is shut.
I've checked: yes. | It is. | Yes, none of them is open. | There are no open windows. | They're closed.""",
    ),
    (
        YesNo(True),
        """Yes. | Yes, you may. | You can. | You may. | Yes you can, it is allowed here. | Sure.
Yes, parking is allowed here until 18:00. | It is.""",
    ),
    (
        YesNo(False),
        """No. | You can't. | You may not. | No, you can't. | No, that's not allowed here. | Nope, not here. | You cannot.
It isn't. | No, parking isn't allowed here.""",
    ),
    (
        Amount(18.5, "celsius", 0.3),
        """Currently, it's 18.5 °C outside your car. | It's 18.5 degrees outside (65°F).
I checked the climate app and the outside temperature reads 18.5 °C. | The outside air is 18 and a half degrees.
Eighteen and a half degrees. | It's eighteen point five degrees Celsius out there.
The thermometer shows 18.5 degrees Celsius, so a light jacket should be enough. | 🌡️ 18.5 °C
18.5 °C — mild for this time of year. | It is 18.5 °C (approximately 65.3 °F) outside right now.
It's about eighteen and a half. | The outside temperature is currently 18,5 Grad. | It’s 18.5° out.
Answer: 18.5 °C | Outside it is 18.5 °C, wind 12 km/h, humidity 60 %. | At 09:15 the sensor showed 18.5 °C.
According to the vehicle status (hvac), outside_temperature = 18.5
It's 18.5 degrees outside, 3 windows are open.""",
    ),
    (
        Amount(64, "percent", 1),
        """You're at 64% charge. | Battery level: 64%
Your battery is currently at sixty-four percent, which gives you roughly 280 kilometers. | 64
The car is charged to 64 %, enough for 250 km.
There's 64% left in the battery – about 3 hours 20 minutes of driving. | The state of charge is 64 %
It is at 64 per cent | Battery's at 64%, you can make it to Hamburg (210 km). | SoC 64%
The fuel tank is 64% full. | Roughly two-thirds full: 64%. | A bit under two thirds, 64 percent. | It says 64%.
You have 64% battery remaining, and the next charger is 12 km away.""",
    ),
    (
        Amount(25, "minutes", 1),
        """About 25 minutes. | It'll take about 25 min with current traffic. | 25 minutes, arriving at 5:23 PM.
You'll be there in twenty-five minutes. | ETA 17:23, so 25 min from now.
The remaining driving time is 25 minutes (14 km). | You should reach the office in about 25 minutes.
Twenty five minutes | 0:25 h | 25 mins to go | Another 25 minutes. | 25-minute drive | just under 25 minutes
It's 14 km, roughly a 25 minute drive | There are 25 minutes left on this route.
In 25 minutes, at around 17:23. | 25'""",
    ),
    (
        Amount(130, "minutes", 2),
        """2 hours and 10 minutes | 2 h 10 min | 2h 10m | 130 minutes | Two hours ten minutes.
2 hours, 10 minutes (187 km) | about two hours and ten minutes | 2:10 h | 2hr 10min
The drive takes 2 hours 10 minutes via the A4. | It will take you two hours and ten minutes to get home.
2 hours 10""",
    ),
    (
        Amount(14, "km", 0.6),
        """14 km | It's 14 kilometers away. | 14 km (8.7 miles) | You have 14 km left on the route.
It's 14.2 km, 25 minutes. | fourteen kilometres | The next charger, Copper, is 14 km away. | 8.7 miles
It's only 14 km from here; you'll be there at 17:23. | 14.0km | Distance remaining: 14 km, arrival 17:23
Take exit 12, then it is 14 km.""",
    ),
    (
        Amount(120, "km/h"),
        """120 km/h | The limit here is 120 km/h. | You're allowed to drive 120.
The current speed limit is 120 kilometers per hour. | one hundred and twenty km/h | It's set at 120 km/h.
Cruise control is set to 120 km/h. | a hundred and twenty | One hundred twenty kilometers per hour.
Max 120 km/h | On the A9 it's 120 km/h here. | 120 km/h (75 mph)""",
    ),
    (
        Amount(2.4, "bar", 0.05),
        """The front right tire is at 2.4 bar. | 2.4 bar | Front right: 2.4 bar (35 psi) | about 35 psi | 2,4 bar
The front right tyre's pressure is 2.4 bar, slightly low. | 240 kPa | two point four bar | 34.8 psi | FR 2.4 bar""",
    ),
    (
        Amount(7, ""),
        """You have 7 notifications. | Seven. | There are seven unread messages in your inbox. | 7 new ones
You've got seven. | 7 unread messages | Volume is 7. | The volume is set to 7 out of 30. | It's at level 7.
The volume's at 7/30. | A total of 7 contacts. | You have seven saved stations on FM. | I count 7.""",
    ),
    (
        TimeOfDay(8, 5),
        """8:05 AM | 08:05 | You need to leave at 8:05. | five past eight | The meeting starts at 8:05 a.m.
Eight oh five. | at five past eight in the morning | At 8.05 am | Your alarm is set to 08:05.
8:05 in the morning | Your first appointment is at 8:05 AM at Dr. Falk's office. | It is 8:05 AM.
It's five minutes past eight. | 8:05 | It's at 8:05am tomorrow (Monday).""",
    ),
    (
        TimeOfDay(19, 40),
        """7:40 PM | 19:40 | twenty to eight | twenty to eight in the evening | You'll get home at 7:40 this evening.
It closes at 19:40. | Seven forty pm. | around 7:40 p.m. | twenty minutes to eight | 7:40 tonight | 19:40 Uhr
ETA 7:40 PM — 42 minutes, 55 km. | We should arrive at approximately 7:40 PM. | at 19h40 | By 7:40 pm
arrival time: 19:40:12""",
    ),
    (
        TimeOfDay(12, 30),
        """12:30 | half past twelve | 12:30 pm | Half past 12. | twelve thirty | 12:30 p.m. | at half past noon? 12:30
12.30 pm""",
    ),
    (
        TimeOfDay(9),
        """9 | 9 am | 9 AM sharp. | At 9 o'clock. | nine in the morning | nine o'clock | At nine. | 9:00 | 09:00 AM
It opens at 9. | nine am | at 9 in the morning""",
    ),
    (
        Name("Zürich Hauptbahnhof", "Bern Bahnhof", "Basel Bahnhof"),
        """Zurich Hauptbahnhof | You're heading to Zürich. | The destination is Zürich Hauptbahnhof, 12 km away.
Zuerich? No: Zürich Hauptbahnhof. | Hauptbahnhof""",
    ),
    (
        Name("Radio Paradise", "Radio Swiss Jazz", "FM4"),
        """You're listening to Radio Paradise. | Radio Paradise, 98.5 MHz. | It's Paradise. | radio paradise""",
    ),
    (
        Name("María José Núñez", "Carlos Núñez", "Eva"),
        """Maria Jose Nunez. | María José called you twice. | It was María José Núñez, at 10:15. | María""",
    ),
    (
        Name("Spotify", "Podcasts", "Radio"),
        """Spotify is playing. | It's on Spotify. | The music comes from Spotify. | spotify | Spotify's on.""",
    ),
    (
        Name("Emma", "Noah", "Lukas"),
        """Emma is in the back right seat. | That's Emma's profile. | Emma! | The driver profile is set to Emma.
It's currently Emma.""",
    ),
    (
        YesNo(True, ("on", "enabled", "active"), ("off", "disabled")),
        """Yes. | Yes, it's on. | It's on. | The seat heating is on. | Yes, the heated seat is active at level 2.
It's currently enabled. | Yep. | Yes, it's already on. | Yes, Bluetooth is turned on. | It is on.
Yes, seat heating is currently on. | It is.""",
    ),
    (
        YesNo(False, ("on", "enabled", "active"), ("off", "disabled")),
        """No. | No, it's off. | It's off. | No, it isn't on. | It's not on. | Bluetooth is disabled.
No, Bluetooth is currently off. | It is switched off. | Nope, it's turned off. | No, the hotspot is not enabled.
It isn't enabled right now. | No, it's not active at the moment.""",
    ),
    (
        YesNo(True, ("enough", "make it"), ()),
        """Yes, you have enough charge. | Yes, you'll make it with 22% left. | You have enough range.
Yes, easily: 312 km of range for 210 km. | You'll make it. | Yes, you should make it there without charging.
Yes you will.""",
    ),
    (
        YesNo(False, ("enough", "make it"), ()),
        """No, you don't have enough. | No, you won't make it. | You won't make it without charging.
No. You need to charge on the way. | Not quite: you'd be about 20 km short. | Not without charging.
There isn't enough charge. | No, the range isn't enough.""",
    ),
    (
        YesNo(True, ("allowed", "permitted"), ("forbidden", "prohibited")),
        """Yes, it's allowed. | Yes, you can turn right on red here. | It is allowed. | Parking is permitted here.
Yes, that is permitted after a full stop. | You're allowed to.""",
    ),
    (
        YesNo(False, ("allowed", "permitted"), ("forbidden", "prohibited")),
        """No, it's not allowed. | It's forbidden. | No, that's prohibited here. | You are not allowed to.
No, turning right on red isn't permitted here. | That's not permitted in Germany. | No, you may not.
Unfortunately, no.""",
    ),
)

WRONG: tuple[tuple[Fact, str], ...] = (
    (
        Amount(21.5, "celsius", 0.3),
        """It is 22.5 °C. | Somewhere between 18 and 26 degrees. | It is 20 or 21.5 °C. | 21 to 22 °C | 21.4-21.6 °C
21.5 °C or 19 °C | It is 21.5 °F. | It is warm. | 21.5 km/h | It's not 21.5 degrees.
It's warmer than 21.5 degrees. | It is 21.5 °C (75 °F). | -21.5 °C | Version 121.5 of it | 121.5 °C
Twenty-two point five degrees. | Between 21.4 °C and 21.6 °C.""",
    ),
    (
        Amount(80, "minutes", 1),
        """1 hour 30 | 20 minutes | an hour | 1 hour | 80 seconds | 80 hours | 1 hour 20 or 2 hours | an hour and a half
80 km | 70 to 80 minutes | 75-85 minutes | 1:30 hours""",
    ),
    (
        Amount(90, "seconds", 5),
        """1 minute | 2 minutes | 30 seconds | 1 minute 40 seconds | 90 minutes | 9 seconds""",
    ),
    (
        Amount(77, "percent", 2),
        """three quarters full, or 50 percent | half full | 82 % | 77 km | 70 to 80 percent""",
    ),
    (
        Amount(3),
        """4 | three or four | 2 to 4 | 13 | None. | One of 3.""",
    ),
    (
        TimeOfDay(17, 23),
        """5:24 pm | 5:23 am | 5:23 in the morning | 17:24 | 17:23 or 17:40 | 05:23 | twenty-three to five | 23 minutes
1723 km | in 17.23 km | not 17:23 | 5 pm | half past five | 17:13 | 18:23""",
    ),
    (
        TimeOfDay(5, 45),
        """quarter past six | 5:45 pm | quarter to five | 6:45 am | five forty-five pm""",
    ),
    (
        TimeOfDay(17, 0),
        """5 am | 5 degrees | 5 km | 6 o'clock | 1800 hours | at 5 or 6 | at 5%""",
    ),
    (
        Name("Anna Vogt", *PEOPLE),
        """Anna or Bernd. | Bernd Falk. | Not Anna. | Annabel Vogtländer | Somebody. | Anna Vogt, Bernd Falk, Mum.
It could be Mum or Anna.""",
    ),
    (
        Name("Lake Charging Point", *CHARGERS),
        """Ferry Lake Charging Point | Charging Point | Lake Charging Point or Copper. | Copper Charging Point""",
    ),
    (
        Name("Let It Be", "Yesterday"),
        """Yesterday | I'll let you know. | Let me see.""",
    ),
    (
        OPEN,
        """Yes. | Yes, all closed. | They are. | Yes and no. | Maybe. | I don't know. | No, all closed.
The windows are closed. | I'm not sure whether it is open. | None is open. | 21 °C""",
    ),
    (
        SHUT,
        """No. | No, one is open. | They aren't. | Yes, one is open. | I can't tell. | The left one is open.
Not all are closed. | Yes. No.""",
    ),
    (
        Amount(18.5, "celsius", 0.3),
        """It's between 15 and 20 degrees. | 15-20 degrees | It's 19.5 degrees. | I can't tell. | It's 18.5 or 20 degrees.
Either 17, 18, 18.5 or 19 degrees. | 17 18 18.5 19 20 | 18.5 degrees or 21 | It's not 18.5 °C but 20 °C.
The fan is at 18.5 km/h | It was 18.5, now it's 20 °C. | 18.5 °C inside, 25 °C outside
It's below 18.5 °C? No: 12 °C. | -18.5 °C | minus 18.5 | 18.5 degrees below zero | eighteen degrees | 118.5 °C
18.05 °C | 185 °C | 18.5.2 | v18.5.2""",
    ),
    (
        Amount(64, "percent", 1),
        """46% | 50 to 70 percent | 64 or 65 or 70 % | two thirds, or 80% | 64 km | 164% | 6.4% | 0.64%
between 60% and 68% | 60-68% | 64% or 32%""",
    ),
    (
        Amount(25, "minutes", 1),
        """25 hours | 25 seconds | 15 minutes | 20 to 30 minutes | 20-30 min | 2:50 | 25 km | 1 hour 25 minutes
125 minutes | half an hour | 25 minutes or 40 minutes | 25, 30 or 35 minutes | a quarter of an hour
an hour and 25 minutes""",
    ),
    (
        Amount(130, "minutes", 2),
        """2 hours | 10 minutes | 2 hours 20 minutes | 3 hours 10 minutes | 1 hour and 10 minutes | 2 hours and a half
130 seconds | 2.5 hours | 12 hours 10 minutes | 2 hours or 2 hours 10""",
    ),
    (
        Amount(14, "km", 0.6),
        """14 miles | 14 m | 41 km | 10-20 km | 14 or 15 km | 1.4 km | 140 km | 14.000 km or 3 km | 15 km
between 13 and 15 km""",
    ),
    (Amount(7, ""), """17 | 70 | 7 or 8 | six | 7, 8 or 9 | 0.7 | 1/7 | between 5 and 9 | eight of 7 | 7 7 8 | five to nine"""),
    (
        TimeOfDay(8, 5),
        """8:50 | 8:05 pm | 20:05 | five to eight | 8:15 | five past nine | fifteen past eight | 8:05 or 9:05
between 8:00 and 8:10 | eight | 8.5 | 805 km | 8:05 PM | 8:00, 8:05, 8:10 | it's not 8:05""",
    ),
    (
        TimeOfDay(19, 40),
        """7:40 AM | twenty past eight | twenty to seven | 17:40 | 9:40 pm | 7:14 pm | twenty to eight in the morning
19:40 or 20:40 | 20 to 8 km | 7.40 km | seven forty am | 19.40 €""",
    ),
    (TimeOfDay(12, 30), """0:30 | half past eleven | half past one | 12:30 am | 12 | 1:30"""),
    (
        Name("Zürich Hauptbahnhof", "Bern Bahnhof", "Basel Bahnhof"),
        """Bern Bahnhof | Bahnhof | Zürich or Bern | Basel, then Zürich | not Zürich | Geneva""",
    ),
    (Name("María José Núñez", "Carlos Núñez", "Eva"), """Núñez | Carlos | Eva and María | Mar | Carlos Núñez, not María"""),
    (
        Name("Emma", "Noah", "Lukas"),
        """Emma or Noah | Emmas | Noah | Emmanuel | Emma, Noah and Lukas. | Instead of Emma it's Noah.
It's longer than Emma""",
    ),
    (
        YesNo(True, ("on", "enabled", "active"), ("off", "disabled")),
        """No | It's not on. | It's off. | Yes, it's off. | Maybe it's on. | on and off | It could be on or off.
I don't know if it is on. | The car is red. | not active""",
    ),
    (
        YesNo(False, ("on", "enabled", "active"), ("off", "disabled")),
        """Yes | It's on. | It's not off. | No, it's on. | no idea if it's off | Not disabled. | on/off
I'm not sure it's on.""",
    ),
    (
        YesNo(True),
        """No. | Yes and no. | yes/no | I can't. | It isn't. | Perhaps yes | Done. | OK | No, yes. | No idea
I do not know""",
    ),
    (
        YesNo(False),
        """Yes. | It is. | I'm not sure. | Not sure. | I don't know. | No idea. | Nothing. | No problem, yes.
No worries, it is done.""",
    ),
)
