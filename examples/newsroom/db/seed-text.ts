/** What the seed is made of: eight people, and eight desks with eight headlines and six sentences each. */

export const staff = ["ann", "bashir", "chiara", "dmitri", "eleni", "femi", "greta", "hiroshi"];

export interface Desk {
  readonly name: string;
  readonly titles: readonly string[];
  readonly sentences: readonly string[];
}

export const desks: readonly Desk[] = [
  {
    name: "Politics",
    titles: [
      "Council votes 9–4 to keep the night buses",
      "Turnout passes 60% in the harbour district",
      "Mayor withdraws “unworkable” parking plan",
      "What the coalition agreed, page by page",
      "Opposition asks for a second count in Łódź Street",
      "Budget hearing ends after eleven hours",
      "A quiet resignation at the planning office",
      "Young voters explain why they queued",
    ],
    sentences: [
      "The vote came shortly before midnight, after three amendments had been withdrawn.",
      "Members of both parties said that they had not seen the final wording until Tuesday.",
      "A spokeswoman called the result “clear enough to act on”.",
      "The clerk expects the minutes to be public by the end of the week.",
      "Two committees will have to approve the change before it takes effect in spring.",
      "Asked whether the decision could be reversed, the chair said only that anything could.",
    ],
  },
  {
    name: "Business",
    titles: [
      "Shipyard takes on 120 apprentices",
      "Rents fall for the first time in 7 years",
      "Bakery chain buys back its own flour mill",
      "Small shops join forces against card fees",
      "The factory that repairs what it sold",
      "Ferry operator reports a profit, to its own surprise",
      "Café owners ask for longer leases",
      "How one typo cost a supplier its biggest customer",
    ],
    sentences: [
      "The company has not made a profit in this division since it moved to the new site.",
      "Suppliers were told in a letter of two paragraphs, dated last Friday.",
      "Analysts had expected the figure to be closer to 3.5%.",
      "The works council was informed at the same time as the press.",
      "Margins remain thin, and nobody at the table pretended otherwise.",
      "Its founder, now 81, still signs each invoice over €500 by hand.",
    ],
  },
  {
    name: "Science",
    titles: [
      "Seagrass returns to the inner bay",
      "A telescope built from scrap finds its first comet",
      "Why the river runs warmer at night",
      "Students map 4,000 trees in a weekend",
      "The bees that prefer the ring road",
      "Laboratory repeats a famous experiment, and fails",
      "Old ice, new questions",
      "Researchers teach a buoy to listen",
    ],
    sentences: [
      "The measurements were taken every six hours for nineteen months.",
      "None of the authors had expected the effect to be visible without instruments.",
      "The data are public, as is the program that was used to read them.",
      "A second group in Ōsaka is repeating the work with another method.",
      "“We were wrong in an interesting way”, said the head of the laboratory.",
      "The next season will show whether the pattern holds in a dry year.",
    ],
  },
  {
    name: "Culture",
    titles: [
      "The orchestra plays in the tram depot",
      "A novel written in 200 postcards",
      "Museum opens its cellar for one night",
      "Subtitles, and the people who write them",
      "The last cinema on Quay Street sells out",
      "Three choirs, one staircase",
      "An exhibition that you may only touch",
      "Who owns a street song?",
    ],
    sentences: [
      "Tickets were gone in an hour, most of them to people from the same street.",
      "The piece lasts forty minutes and has no interval, which is part of its charm.",
      "Critics were divided; the audience was not.",
      "Everything on show was lent by families who asked not to be named.",
      "The translator found the missing chapter in a drawer in Zürich.",
      "It can be seen until the end of the month, on weekdays also in the evening.",
    ],
  },
  {
    name: "Sport",
    titles: [
      "Harbour FC wins with ten players",
      "The swimmer who trains before the fishermen rise",
      "Rain stops play, then saves the game",
      "A referee explains the offside call",
      "Rowing club raises the money for a new boat",
      "Marathon route changes after 30 years",
      "Chess league meets in a laundrette",
      "Youth team draws 3–3 in the final minute",
    ],
    sentences: [
      "Nobody in the stands had left, although the rain had not stopped since noon.",
      "The coach changed the line-up twice in the first quarter of an hour.",
      "It was the fourth win in a row, and the first one away from home.",
      "The club now needs a single point from its last two games.",
      "“I only saw the ball when it was behind me”, the goalkeeper said.",
      "Training begins at five in the morning, all year round.",
    ],
  },
  {
    name: "Health",
    titles: [
      "Clinic cuts waiting time to 9 days",
      "Nurses design their own rota",
      "A vaccine van for the islands",
      "What we know about the spring cough",
      "Night shift at the pharmacy",
      "Hospital kitchen goes back to cooking",
      "The walk that doctors prescribe",
      "Hearing tests reach every school",
    ],
    sentences: [
      "Patients are now seen in the order in which they need it, not in which they rang.",
      "The trial ran on two wards, with the same staff and the same budget.",
      "Doctors advise against drawing conclusions from a single winter.",
      "The ministry will decide in autumn whether to pay for it elsewhere.",
      "For most people the symptoms pass within ten days.",
      "A nurse who helped to plan it said the hardest part was the calendar.",
    ],
  },
  {
    name: "Travel",
    titles: [
      "By slow train along the coast",
      "Six bridges before breakfast",
      "The island with one timetable",
      "A hostel run by its guests",
      "Walking the old customs line",
      "Where the night ferry still has a piano",
      "Winter on the empty promenade",
      "The map that leaves things out",
    ],
    sentences: [
      "The train stops wherever somebody waves, and somebody usually does.",
      "Bring cash, a torch and more water than you think you need.",
      "There is one bus a day, and its driver also delivers the post.",
      "The path is marked with yellow stones, some of which have moved.",
      "Rooms cost from €38, with a breakfast that replaces lunch.",
      "In November you will have the whole beach to yourself.",
    ],
  },
  {
    name: "Opinion",
    titles: [
      "In defence of the long meeting",
      "We should count what we throw away",
      "Leave the benches where they are",
      "The case against another survey",
      "Let children read the boring parts",
      "An apology to the parking warden",
      "Cities need rooms that sell nothing",
      "Why I stopped correcting signs",
    ],
    sentences: [
      "I have been told that this is a small matter, and I agree: that is why it could be solved.",
      "The figures do not settle the question, but they do shorten the argument.",
      "Nobody has to be a villain in this story for it to end badly.",
      "We measure what is easy and then believe that it is important.",
      "My neighbours disagree, and two of them have said so in writing.",
      "It would cost less than the report that recommends against it.",
    ],
  },
];
