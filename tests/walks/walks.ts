/** A test that takes minutes. `npm run test:all` runs a representative of it, and `npm run walks` runs all of it. */
export interface Walk {
  name: string
  /** A sentence that says what a passing run shows. */
  shows: string
  /** Arguments of `npm run`. */
  command: readonly string[]
  /** Environment beside `WALK=1`, such as the number of sequences to draw. */
  env?: Readonly<Record<string, string>>
  /** Expected duration on two idle cores. The runner ends a walk after ten times as long. */
  minutes: number
}

const unit = (...files: string[]) => ['test:unit', '--', ...files]
const integration = (...files: string[]) => ['test:integration', '--', ...files]

export const walks: readonly Walk[] = [
  {
    name: 'texts',
    shows: 'Any interleaving of writers, lost answers, repeats and reconnects ends with the text of the log.',
    command: unit('tests/domain/texts/writing-together.test.ts'),
    env: { TEXT_RUNS: '50000' },
    minutes: 10,
  },
  {
    name: 'editors',
    shows:
      'The drafts of browsers converge on the text of the server, whatever the network does, and undo leads from text to text and caret to caret.',
    command: unit(
      'tests/frontend/writing/converges.test.ts',
      'tests/frontend/writing/undo-model.test.ts',
      'tests/frontend/writing/engine.test.ts',
    ),
    env: { WRITING_RUNS: '5000' },
    minutes: 5,
  },
  {
    name: 'writing',
    shows:
      'No letter is lost or misplaced in 1,000 random sequences of presses, drags, keys and pastes, with a second writer, a slow and a lost connection.',
    command: ['test:e2e', '--', 'tests/e2e/texts-walk.spec.ts', 'tests/e2e/texts-entering.spec.ts'],
    minutes: 90,
  },
  {
    name: 'followed-queries',
    shows: 'A followed query equals a fresh GET after any order of events, answers, failures and resumes.',
    command: unit('tests/frontend/follow-converges.test.ts'),
    env: { FOLLOW_RUNS: '2000' },
    minutes: 3,
  },
  {
    name: 'plan-credits',
    shows:
      'No sequence of plan changes, refunds, disputes and gifts grants more credits than the dearest plan of each second.',
    command: unit('tests/reactors/plan-credit-bound.test.ts'),
    env: { CREDIT_RUNS: '20000' },
    minutes: 10,
  },
  {
    name: 'year-of-money',
    shows:
      "A year of payments, refunds and disputes agrees to the cent with the provider's list, the receipts and the statement.",
    command: integration('tests/api/year-of-money.int.test.ts'),
    minutes: 3,
  },
  {
    name: 'ledgers',
    shows:
      'Payments, edits of pictures, texts of the scribe and messages keep their rules in many more random sequences.',
    command: unit(
      'tests/reactors/paid-plans.test.ts',
      'tests/reactors/paid-edits.test.ts',
      'tests/reactors/paid-generations.test.ts',
      'tests/reactors/paid-pictures.test.ts',
      'tests/scribe/scribe.test.ts',
      'tests/kernel/topic-payloads.test.ts',
    ),
    minutes: 5,
  },
  {
    name: 'drawings',
    shows: 'Every model draws in every style and size, and thirty maps of all themes can be played.',
    command: unit('tests/studio/studio.test.ts', 'tests/studio/map-plans.test.ts'),
    minutes: 3,
  },
  {
    name: 'prompts',
    shows: 'No route answers a player with the text of a prompt, whatever known id stands in its address.',
    command: integration('tests/security/prompts.int.test.ts'),
    minutes: 2,
  },
  {
    name: 'requests',
    shows: 'No request to any route, valid or not, is answered with a status of 500 or more.',
    command: integration('tests/security/fuzz.int.test.ts'),
    minutes: 10,
  },
  {
    name: 'paid-requests',
    shows: 'No answer with a status of 400 or more leaves credits held, for any paid request.',
    command: integration('tests/security/paid.int.test.ts'),
    minutes: 5,
  },
  {
    name: 'impersonations',
    shows: 'Every event that must end an impersonation ends it at once, with its sockets.',
    command: integration('tests/security/impersonation.int.test.ts'),
    minutes: 1,
  },
  {
    name: 'attempts',
    shows: 'All attempts of the security review on money, other accounts, their data, the service and its rules fail.',
    command: integration('tests/security/attempts/attempts.int.test.ts'),
    minutes: 5,
  },
  {
    name: 'years',
    shows: 'Balance, ledger and payment provider agree after every step of a year with all changes of plans.',
    command: integration('tests/api/year.int.test.ts'),
    minutes: 2,
  },
  {
    name: 'abuse',
    shows: 'No attack by free accounts delays ordinary users or causes an error for them.',
    command: ['faults', '--', 'abuse'],
    minutes: 7,
  },
  {
    name: 'pasting',
    shows: 'Nothing of over 200 hostile things that are pasted into a text runs.',
    command: ['test:e2e', '--', 'tests/e2e/texts.spec.ts', '-g', 'pasted'],
    minutes: 2,
  },
  {
    name: 'models',
    shows: 'Fifty visits of a 3D model leave no memory, listeners, nodes or objects of the graphics card behind.',
    command: ['test:e2e', '--', 'tests/e2e/models-viewer.spec.ts'],
    minutes: 3,
  },
  {
    name: 'faults',
    shows: 'Every fault in its smallest form ends with all of its final checks held.',
    command: integration('tests/faults/smallest.int.test.ts'),
    minutes: 4,
  },
  {
    name: 'benchmarks',
    shows: 'Every benchmark can be measured: each makes a smoke run.',
    command: integration('tests/bench/lib/smallest.int.test.ts'),
    minutes: 4,
  },
]
