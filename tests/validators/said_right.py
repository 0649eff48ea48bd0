"""Answers as different language models give them, under the fact that they state; `WRONG` are answers that do not state it."""

from automotive_env.validators.answer_forms import TimeOfDay
from automotive_env.validators.answers import Amount, Fact, Name, YesNo

OPEN = YesNo(False, yes=("closed", "shut"), no=("open",))
SHUT = YesNo(True, yes=("closed", "shut"), no=("open",))
PEOPLE = ("Anna Vogt", "Bernd Falk", "Zoë Müller", "Mum")
CHARGERS = ("Copper Charging Point", "Lake Charging Point", "Ferry Lake Charging Point")

RIGHT: tuple[tuple[Fact, str], ...] = (
    (
        Amount(21.5, "celsius", 0.3),
        """The outside temperature is 21.5°C.
It's 21.5 °C outside.
It is currently **21.5 °C** outside.
21.5 degrees
21.5
21,5 °C
It's 21½ degrees in here.
Twenty-one point five degrees.
Twenty one and a half degrees Celsius.
It's about 21.5 degrees Celsius (70.7 °F).
Outside: 21.5℃
The cabin is at 21.5 C right now.
Current outside temperature: 21.5 degrees C.
The display shows 21.5°.
The car reports an outside temperature of 21.5 degrees centigrade.
It's 71 °F outside.
It's roughly 70.7 degrees Fahrenheit outside.
The temperature outside is 21.5°C, and it's sunny.
According to the climate app, it's 21.5 °C. The fan is at level 3.
Right now it's +21.5 °C.
It's 21 1/2 degrees out there.
Sure! The outside temperature is `21.5 °C`.
Temperature: 21.5 deg C
It is 21.5ºC outside.
Channel 3 says 21.5 degrees.
It isn't cold: 21.5 degrees.
The answer is 21.5 degrees.
It's 21.50 °C.
In Berlin it's 21.5 °C at 14:20.
It's 21.5 degrees Celsius outside at the moment, and you are driving 50 km/h.""",
    ),
    (
        Amount(-5, "celsius"),
        """It is minus five degrees outside.
-5 °C
−5°C
It's five below zero.
It's 5 degrees below zero.
Negative 5 degrees Celsius.
It's a chilly -5 degrees outside.
The outside temperature is -5.0 °C (23 °F).
Minus 5.
It's minus five, so watch out for ice.
It's 23 °F outside.
Outside temperature: –5 °C""",
    ),
    (
        Amount(72, "fahrenheit"),
        """It's currently **72 °F** outside.
72 degrees
72F
Seventy-two degrees Fahrenheit.
It's seventy two.
It's 72°F (22°C).
The cabin is 72 degrees F.
Around 72 degrees, quite pleasant.
It is 22.2 °C outside.
The temp outside is 72.""",
    ),
    (
        Amount(77, "percent", 2),
        """The battery is at 77%.
77 percent
Battery: 77 %
It's seventy-seven percent.
You have 77 per cent left.
The tank is about three quarters full (77 percent).
The tank is roughly three-quarters full.
The tank is about ¾ full.
The battery's at 77% with 310 km of range.
The fuel level is 77%, which should be enough.
Your charge is 77% as of 14:20.
About 77 percent, that's around 250 miles.
It's at 77.
You've got 76.8% remaining.
The tank is 3/4 full.""",
    ),
    (
        Amount(312, "km", 1),
        """You have 312 km of range left.
312 kilometers
Range: 312km
You can still drive three hundred and twelve kilometres.
About 194 miles.
Your remaining range is 312 km (194 mi).
Estimated range is 312 km at 77 % charge.
You have enough for 312 kms.
About three hundred twelve kilometers.
312.""",
    ),
    (
        Amount(1250, "km", 1),
        """1250 km
1,250 km
1.250 km
1 250 km
It's 1,250 kilometers from here.
It's 777 miles away.
One thousand two hundred and fifty kilometres.
Twelve hundred and fifty kilometers.
1'250 km
The service is due in 1,250 km.
1250.0 km""",
    ),
    (
        Amount(13.67, "mi", 0.1),
        """You left at seven past three pm and drove 13.7 miles.
13.67 miles
13.7 mi
It was 13.7 miles (22 km).
thirteen point seven miles
You drove 22.0 km.""",
    ),
    (
        Amount(400, "m", 10),
        """In 400 meters.
400 m
It's 0.4 km away.
The next turn is in 400 metres.
Four hundred meters ahead.
A quarter mile ahead.
It's about a quarter of a mile.
The exit is about 1,300 feet ahead.""",
    ),
    (
        Amount(80, "minutes", 1),
        """1 hour 20
1 hour and 20 minutes.
It'll take 1 h 20 min.
1h20
1h 20m
80 minutes
About an hour and twenty minutes.
An hour twenty.
eighty minutes
It takes 80 min (until 17:23).
The drive takes 1 hour, 20 minutes.
1:20 hours
You'll be there in 1 hr 20 mins.
One hour twenty.
About 80 minutes; you arrive at 5:23 pm.
1.33 hours
4800 seconds
One hour and twenty minutes left.
It's an 80-minute drive.
Remaining time: 1:20 h
It should take you approximately 1 hour and 20 minutes to get to the office.
The trip takes 80 minutes, the distance is 93 km.""",
    ),
    (
        Amount(90, "minutes", 1),
        """An hour and a half.
One and a half hours.
1.5 hours
1½ hours
90 minutes
1 hour 30 minutes
1 1/2 hours
about one and a half hours""",
    ),
    (
        Amount(30, "minutes", 1),
        """Half an hour.
30 minutes
thirty minutes
It's half an hour from here.
0.5 hours
ETA: 17:23 (in about 30 min)
You'll be there in 30.
about a half hour
Just half an hour.""",
    ),
    (
        Amount(45, "minutes", 1),
        """Three quarters of an hour.
45 minutes
Three-quarters of an hour.
0.75 hours
about ¾ of an hour""",
    ),
    (
        Amount(90, "seconds", 5),
        """The lamps stay on for 1 minute 30 seconds.
90 seconds
1.5 minutes
A minute and a half.
1 min 30 s
1:30 minutes
They stay on for one minute and thirty seconds.
1m30s
The lamps stay on for 90s.
1 minute 30""",
    ),
    (
        Amount(154, "seconds", 1),
        """The song has 2:34 left.
2 minutes and 34 seconds
2:34
2 min 34 sec remaining.""",
    ),
    (
        Amount(60, "minutes", 1),
        """An hour.
One hour.
1 hour
About an hour.
60 minutes
It takes about an hour to get there.""",
    ),
    (
        Amount(50, "km/h", beside=(62,)),
        """The limit is 50 km/h.
50
The speed limit here is 50 kilometres per hour.
Fifty km/h.
You're driving 62 km/h, the limit is 50 km/h.
It's 50 kph here.
About 31 mph.
The limit is 50 km/h (31 mph).
You may drive no more than 50 km/h.
The maximum speed is 50 kilometers an hour.
It's a 50 km/h zone.
You may drive up to 50 km/h.""",
    ),
    (
        Amount(30, "mph"),
        """30 mph
30 miles per hour
Thirty miles an hour.
The limit is 30mph.
The limit is 48 km/h.
You can go 30.""",
    ),
    (
        Amount(2.2, "bar", 0.06),
        """2.2 bar
The front left tyre has 2.2 bar.
32 psi
220 kPa
It's 2,2 bar.
Two point two bar.
The front left tyre is at 2.2 bar (32 psi).
Front left: 2.2 bar.
31.9 PSI
The pressure is 32 pounds per square inch.""",
    ),
    (
        Amount(3),
        """You have 3 unread messages.
Three.
three new messages
3
You have three messages, one from Mum.
The three messages are all from Mum, the third is the newest.
There are 3.
You've got 3 missed calls.
The fan is at level 3 of 7.
The fan is at 3/7.
The fan speed is 3 and it's 21 °C.
The fan is on 3 out of 7.
Since 4 May there were 3.
There are three at 17:23.""",
    ),
    (
        Amount(0.47, "money", 0.004),
        """It's €0.47 per kWh.
0.47 €
47 cents
0,47 €/kWh
It costs 0.47 euros.
It's 0.47.
The price is 0.47 EUR per kWh at Copper.""",
    ),
    (
        Amount(4.5, "money", 0.004),
        """$4.50
4.50 dollars
The toll is $4.50.
4 dollars and 50 cents
Four dollars fifty.
It's £4.50.""",
    ),
    (
        TimeOfDay(17, 23),
        """You'll arrive at 17:23.
ETA: 17:23 (in about 25 min)
5:23 pm
5:23 PM
5:23 p.m.
5.23 pm
17.23
17:23:00
We arrive at 5:23 in the afternoon.
We stay, and arrive at five twenty-three pm.
We arrive at twenty-three past five.
ETA 1723 hours.
ETA 17:23 hours
At 17:23h
At 17h23.
23 minutes past five.
At seventeen twenty-three.
Estimated arrival is **5:23 PM**, about 25 minutes from now.
You will get there at 5:23 this afternoon.
We'll be there at 5:23.
We'll get there by 5:23 PM (17:23).
Arrival: 17:23, 13 km to go.
It's 5:23pm.
You should arrive around 17:23, with 64% battery.
523 pm
at five twenty three in the afternoon
Twenty-three minutes past five in the afternoon.
37 minutes to six""",
    ),
    (
        TimeOfDay(5, 45),
        """Planned already for quarter to six in the morning, at 18 degrees.
05:45
5:45 am
a quarter to six
It's set for 5:45 a.m.
five forty-five am
The alarm is set for 5:45 tomorrow morning.
Fifteen minutes to six.
Fifteen to six in the morning
0545 hours""",
    ),
    (
        TimeOfDay(17, 0),
        """5 pm
5 o'clock
At five o'clock in the afternoon.
17:00
Five pm.
5 in the afternoon
It's set for 5 PM.
seventeen hundred hours
1700 hours
At 5.
five o’clock
at 5:00 PM today
at 5 this afternoon""",
    ),
    (
        TimeOfDay(17, 30),
        """half past five
Half past 5 in the afternoon.
5:30 pm
17:30
thirty minutes past five
five thirty pm
5:30 in the evening
at 5:30
at half past five this evening""",
    ),
    (
        TimeOfDay(17, 5),
        """five past five
five oh five pm
5:05 PM
17:05
5 minutes past 5
five minutes after five
five after five""",
    ),
    (
        TimeOfDay(12),
        """noon
At noon.
12 pm
12:00
twelve o'clock
midday
12 noon
At twelve noon.""",
    ),
    (
        TimeOfDay(0),
        """midnight
12 am
0:00
00:00
At midnight.
12 midnight
24:00""",
    ),
    (
        TimeOfDay(22, 15),
        """quarter past ten
10:15 at night
22:15
a quarter past ten in the evening
10:15 p.m.
ten fifteen pm tonight
15 past ten""",
    ),
    (
        Name("Anna Vogt", *PEOPLE),
        """Anna Vogt called.
It was Anna.
ANNA VOGT
Ms. Vogt called at 17:23.
Your missed call is from Anna.
You have one missed call from **Anna Vogt**.
That was Anna's call.
"Anna Vogt" sent the message.
It was anna vogt
Anna, not Bernd.
The last caller was Anna Vogt (mobile).
Your last message, from Anna: "See you."
The most recent call is from Anna Vogt, 12 minutes ago.""",
    ),
    (
        Name("Zoë Müller", *PEOPLE),
        """Zoe Muller
Zoë
It was Zoë Müller.
Zoe called.
Müller
Zoë's on the line.
That's Zoë Müller’s number.
It’s ZOË.""",
    ),
    (
        Name("Mum", *PEOPLE),
        """Mum.
Your mum called.
It was Mum.
mum
The last call was from “Mum”.""",
    ),
    (
        Name("Lake Charging Point", *CHARGERS),
        """Lake Charging Point
The cheapest is Lake Charging Point.
The cheapest one is the Lake Charging Point, at €0.43 per kWh.
It's **Lake Charging Point** (2.3 km away).
Lake Charging Point is cheaper than Copper Charging Point.
The nearest charger is lake charging point.""",
    ),
    (
        Name("Ferry Lake Charging Point", *CHARGERS),
        """Ferry Lake Charging Point
Ferry Lake.
Ferry Lake is the nearest.
The Ferry Lake one.""",
    ),
    (
        Name("Let It Be", "Yesterday", "Help!"),
        """This is "Let It Be" by the Beatles.
let it be
Let It Be
Now playing: Let It Be – The Beatles""",
    ),
    (
        Name("東京駅", "新宿駅"),
        """東京駅
Your next stop is 東京駅.
The destination is 東京駅です""",
    ),
    (
        Name("Wi-Fi Café", "Home"),
        """WiFi Cafe
You're on Wi-Fi Café.
It's connected to wi-fi cafe.""",
    ),
    (
        OPEN,
        """No.
No, it's still open.
No, the rear left window is open.
It isn't.
Nope.
No, they aren't.
They're not all closed.
The rear left window is still open.
Not yet.
Not all of them: the rear left window is open.
No, one window is open.
Nope, one's still open.
The windows aren't closed.
No – the rear left is open.
Unfortunately not: the rear left is open by 40 %.
No, they are not closed. The left one is open.
I checked: no, one is open.
Actually, no. One is open.
Unfortunately not.
Absolutely not.
Sure! The left window is open.
Right now, one window is open.
No it isn't.""",
    ),
    (
        SHUT,
        """Yes.
Yes, it is.
Yes, all windows are closed.
They are.
Yep, all shut.
All windows are closed.
Everything is shut.
Yes, they're all closed.
Yes — all of them.
Yeah, they are.
All four windows are shut.
Correct, they are closed.
Of course.
None of the windows are open.
No windows are open.
No window is open.
Yes, both of them are closed and the sunroof is shut.
I've checked: yes.
It is.
Yes, none of them is open.
There are no open windows.
They're closed.""",
    ),
    (
        YesNo(True),
        """Yes.
Yes, you may.
You can.
You may.
Yes you can, it is allowed here.
Sure.
Yes, parking is allowed here until 18:00.
It is.""",
    ),
    (
        YesNo(False),
        """No.
You can't.
You may not.
No, you can't.
No, that's not allowed here.
Nope, not here.
You cannot.
It isn't.
No, parking isn't allowed here.""",
    ),
)

WRONG: tuple[tuple[Fact, str], ...] = (
    (
        Amount(21.5, "celsius", 0.3),
        """It is 22.5 °C.
Somewhere between 18 and 26 degrees.
It is 20 or 21.5 °C.
21 to 22 °C
21.4-21.6 °C
21.5 °C or 19 °C
It is 21.5 °F.
It is warm.
21.5 km/h
It's not 21.5 degrees.
It's warmer than 21.5 degrees.
It is 21.5 °C (75 °F).
-21.5 °C
Version 121.5 of it
121.5 °C
Twenty-two point five degrees.

Between 21.4 °C and 21.6 °C.""",
    ),
    (
        Amount(80, "minutes", 1),
        """1 hour 30
20 minutes
an hour
1 hour
80 seconds
80 hours
1 hour 20 or 2 hours
an hour and a half
80 km
70 to 80 minutes
75-85 minutes
1:30 hours""",
    ),
    (
        Amount(90, "seconds", 5),
        """1 minute
2 minutes
30 seconds
1 minute 40 seconds
90 minutes
9 seconds""",
    ),
    (
        Amount(77, "percent", 2),
        """three quarters full, or 50 percent
half full
82 %
77 km
70 to 80 percent""",
    ),
    (
        Amount(3),
        """4
three or four
2 to 4
13
None.
One of 3.""",
    ),
    (
        TimeOfDay(17, 23),
        """5:24 pm
5:23 am
5:23 in the morning
17:24
17:23 or 17:40
05:23
twenty-three to five
23 minutes
1723 km
in 17.23 km
not 17:23
5 pm
half past five
17:13
18:23""",
    ),
    (
        TimeOfDay(5, 45),
        """quarter past six
5:45 pm
quarter to five
6:45 am
five forty-five pm""",
    ),
    (
        TimeOfDay(17, 0),
        """5 am
5 degrees
5 km
6 o'clock
1800 hours
at 5 or 6
at 5%""",
    ),
    (
        Name("Anna Vogt", *PEOPLE),
        """Anna or Bernd.
Bernd Falk.
Not Anna.
Annabel Vogtländer
Somebody.
Anna Vogt, Bernd Falk, Mum.
It could be Mum or Anna.""",
    ),
    (
        Name("Lake Charging Point", *CHARGERS),
        """Ferry Lake Charging Point
Charging Point
Lake Charging Point or Copper.
Copper Charging Point""",
    ),
    (
        Name("Let It Be", "Yesterday"),
        """Yesterday
I'll let you know.
Let me see.""",
    ),
    (
        OPEN,
        """Yes.
Yes, all closed.
They are.
Yes and no.
Maybe.
I don't know.
No, all closed.
The windows are closed.
I'm not sure whether it is open.
None is open.
21 °C""",
    ),
    (
        SHUT,
        """No.
No, one is open.
They aren't.
Yes, one is open.
I can't tell.
The left one is open.
Not all are closed.
Yes. No.""",
    ),
)
