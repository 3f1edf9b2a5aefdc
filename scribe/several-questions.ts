/** Questions of one message that are answered one after another; messages with more are answered as a whole. */
const mostQuestions = 3

const questionWord = '(?:who|whom|whose|what|where|when|why|how|which)'
const auxiliary = '(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)'
/** Words that begin the subject of an indirect question, which comes before its verb: `what the bell is`, `who she loves`. */
const subject = '(?:the|an?|this|that|he|she|it|they|we|you|i|his|hers?|its|their|our|your|my)\\b'
/** `where is she`, `how old is she`, `who runs it` */
const direct = `(?:${questionWord}\\s+${auxiliary}|(?:how|what|which|whose)\\s+(?!${subject})[a-z]+\\s+${auxiliary}|who\\s+(?!${subject})[a-z]+)\\s`
const nextQuestion = new RegExp(`(?<=\\?)\\s+|,?\\s+and\\s+(?=${direct})`)
const beginsQuestion = new RegExp(`^(?:(?:and|but|so|also)\\s+)?${questionWord}\\b`, 'i')

/** The questions of a message in their order: the message itself where it is not clearly made of several. */
export const questionsIn = (message: string): string[] => {
  const questions = message.trim().split(nextQuestion)
  const areSeveral = questions.length > 1 && questions.length <= mostQuestions
  return areSeveral && questions.every((each) => beginsQuestion.test(each)) ? questions : [message]
}

/** One answer from those of several questions. What the answer of one contains is not repeated for the next. */
export const joinAnswers = <Piece extends { kind: string }>(answers: readonly (readonly Piece[])[]): Piece[] => {
  const isClaim = ({ kind }: Piece) => kind !== 'words'
  const isSame = (one: Piece) => (other: Piece) => JSON.stringify(one) === JSON.stringify(other)
  const joined: Piece[] = []
  for (const answer of answers) {
    const heading = joined.filter(({ kind }) => kind === 'words').slice(-1)
    const rest = answer.filter((piece) => !(isClaim(piece) ? joined : heading).some(isSame(piece)))
    if (rest.some(isClaim) || !answer.some(isClaim)) joined.push(...rest)
  }
  return joined
}
