/** Largest number of questions in a message that are answered one after another; messages with more are answered as a whole. */
const mostQuestions = 3

const questionWord = '(?:who|whom|whose|what|where|when|why|how|which)'
const auxiliary = '(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)'
/** Words that begin the subject of an indirect question, which comes before its verb: `what the bell is`, `who she loves`. */
const subject = '(?:the|an?|this|that|he|she|it|they|we|you|i|his|hers?|its|their|our|your|my)\\b'
/** `where is she`, `how old is she`, `who runs it` */
const direct = `(?:${questionWord}\\s+${auxiliary}|(?:how|what|which|whose)\\s+(?!${subject})[a-z]+\\s+${auxiliary}|who\\s+(?!${subject})[a-z]+)\\s`
const nextQuestion = new RegExp(`(?<=\\?)\\s+|,?\\s+and\\s+(?=${direct})`)
const beginsQuestion = new RegExp(`^(?:(?:and|but|so|also)\\s+)?${questionWord}\\b`, 'i')

/** Returns the questions of a message in their order, or the message itself if it does not clearly consist of several. */
export const questionsIn = (message: string): string[] => {
  const questions = message.trim().split(nextQuestion)
  const areSeveral = questions.length > 1 && questions.length <= mostQuestions
  return areSeveral && questions.every((each) => beginsQuestion.test(each)) ? questions : [message]
}

/** The heading of one question's part of an answer: `“Where does she live?”` */
export const headingOf = (question: string): string => {
  const bare = question.trim().replace(/[?!.\s]+$/, '')
  return `“${bare.charAt(0).toUpperCase()}${bare.slice(1)}?”`
}
