import { about, type Question, unanswered } from './questions.ts'

/**
 * Questions about a campaign that the ranking was not built with. Written from its pages alone, before their writer read the ranking, and
 * not changed since. Its first run is recorded in docs/benchmarks.md.
 */
export const cinderLineQuestions: readonly (readonly Question[])[] = [
  [
    about('Who drives the Magistrate?', ['Constance Obuya', 'The Magistrate']),
    about('What happened to her brother?', ['Emeka Obuya', 'Constance Obuya', 'The Weeping Annika']),
  ],
  [
    about('How long is the Cinder Line?', 'The Cinder Line'),
    about('Why does nobody build track in winter there?', 'The Cinder Line'),
  ],
  [about('What does Tansy like?', 'Old Marigold')],
  [about('How fast can our engine go?', 'Old Marigold')],
  [about('How many people were on the Weeping Annika when she vanished?', 'The Weeping Annika')],
  [about('What happens if somebody breaks a furnace contract?', 'The Furnace Contracts')],
  [about('What can I buy with a first class ticket?', 'Gatehouse')],
  [
    about('Where do we sleep in Gatehouse?', 'Gatehouse'),
    about('And is there a dentist?', 'Gatehouse'),
    about('Who is in charge of the town?', 'Gatehouse'),
  ],
  [about('Who is the landlady of the Ladder Inn?', 'Pinch'), about('What does a bed cost there?', 'Pinch')],
  [about("What question do the monks ask on the fourth day at Saint Brannoc's?", "Saint Brannoc's")],
  [about("What is the abbot of Saint Brannoc's called?", "Saint Brannoc's")],
  [about('How do trains get across the Ister?', 'Cold Ferry')],
  [about('When is it too dangerous to cross the river?', 'Cold Ferry')],
  [about('What are the miners at Glimmer paid with?', 'Glimmer')],
  [about('Why are the miners on strike?', ['Dagny Voss', 'Glimmer', 'Thaw the Strike'])],
  [about('How many people live at Lastlight?', 'Lastlight')],
  [about('Who is Ilse playing chess with?', ['Ilse Brandt', 'Lastlight'])],
  [
    about('Is the Registrar really blind?', 'Registrar Amadi Thorne'),
    about('Who reads to him?', ['Registrar Amadi Thorne', 'Wilhelmina Stroud']),
  ],
  [about('What did Brother Halloran do before he became a monk?', 'Brother Halloran')],
  [about('What was found on the platform at the monastery?', ['Emeka Obuya', 'Find the Annika'])],
  [about('Who owns shares in the Glimmer mines?', 'Superintendent Kasimir Prowse')],
  [about('What do the Okafor sisters want from us?', ['The Okafor Sisters', 'Ninety Tickets'])],
  [about('What is Juniper scared of?', 'Juniper Ash')],
  [about('What is in our second waggon?', 'Old Marigold')],
  [about("What is Mirelle's grandmother supposed to have left?", 'Mirelle Quay')],
  [about('How can you tell the rank of someone from the Line Office?', 'The Line Office')],
  [about('Why do the track walkers avoid even numbers?', 'The Track Walkers')],
  [about('Who leads the Unburnt?', 'The Unburnt')],
  [about('Which engines have the Unburnt freed so far?', 'The Unburnt')],
  [about('How do we keep rime hounds away?', 'Rime Hounds')],
  [about('What happens if you carry too much coldfire?', 'Coldfire')],
  [about('What do I do when the Snow Clerk asks for my ticket?', 'The Snow Clerk')],
  [about("Where is Tansy's true name hidden right now?", "Tansy's True Name")],
  [about('What is the reward for finding the Annika?', 'Find the Annika')],
]

/** What that campaign does not say. */
export const cinderLineUnanswered: readonly (readonly Question[])[] = [
  [unanswered('How old is Brother Halloran?')],
  [unanswered('What is the name of the mayor of Lastlight?')],
  [unanswered('Who built the lighthouse?')],
  [unanswered('Where can I buy a horse?')],
  [unanswered('Which god does Dagny Voss worship?')],
  [unanswered('How much does a rifle cost in Glimmer?')],
  [unanswered('Who is the vampire of Castle Morn?')],
  [unanswered('What is the favourite colour of Constance Obuya?')],
]
