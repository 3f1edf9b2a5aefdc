/** Who may know about whom. Read as: `from` must not depend on `to`. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
})
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const onlyOnServers = [
  'node_modules/(@types/)?(pg|fastify|graphile-worker)/',
  '^(node:)?(fs|path|crypto|net|os|child_process|worker_threads)(/|$)',
]
const deltas = ['node_modules/quill-delta/', 'node_modules/quill/modules/tableEmbed']
const vendors = 'node_modules/(@ai-sdk/|ai/|@aws-sdk/|flydrive/|nodemailer/|@napi-rs/)'

module.exports = {
  forbidden: [
    never('no-cycles', 'A cycle has no bottom to start reading from.', {}, { circular: true }),
    never('everything-resolves', 'What cannot be resolved is not checked either.', {}, { couldNotResolve: true }),
    never(
      'no-undeclared-packages',
      'A package of a package may go without notice.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    only(
      'domain-is-pure',
      'The domain is shared with the browser and must replay anywhere.',
      '^backend/domain/',
      ['^backend/domain/', 'node_modules/zod/'].concat(deltas),
    ),
    only(
      'deltas-have-one-door',
      'Whatever merges texts has tables registered.',
      '^backend/domain/(?!(deltas|text-ops)\\.ts$)',
      ['^backend/domain/', 'node_modules/zod/'],
    ),
    only('conversions-run-anywhere', 'The server and the browser turn texts into other formats alike.', '^richtext/', [
      '^richtext/',
      '^backend/domain/',
      'node_modules/markdown-it/',
    ]),
    only(
      'formats-are-pure',
      'A reader of a foreign format turns bytes into a plan, a writer lore into files; neither stores anything.',
      '^exchange/',
      [
        '^(exchange|richtext)/',
        '^backend/domain/',
        // The lines of walls as a map's print draws them.
        '^studio/maps/walls\\.ts$',
        'node_modules/(@types/)?(mammoth|yaml|yauzl)/',
        '^(node:)?(path|stream|events|util|zlib)$',
      ],
    ),
    only(
      'views-know-the-domain',
      'A view turns events into rows, and knows neither who asks for them nor how.',
      '^backend/projections/',
      [
        '^backend/(domain|projections)/',
        // The projector hands reactors their jobs in its own transaction.
        '^backend/reactors/reactor\\.ts$',
        '^eventstore/index\\.ts$',
        'node_modules/(@types/)?(zod|pg|js-tokens)/',
        '^(node:)?[a-z0-9_/]+$',
      ],
    ),
    only(
      'studio-knows-no-product',
      'It draws pictures for whoever asks, and maps as their rules have them.',
      '^studio/',
      ['^studio/', '^backend/domain/map-(plan|reach|doors|audience)\\.ts$', 'node_modules/', '^(node:)?[a-z0-9_/]+$'],
    ),
    only('scribe-knows-no-product', 'It writes texts for whoever asks.', '^scribe/', ['^scribe/']),
    only('stripe-knows-no-product', 'It takes simulated money for whoever asks.', '^stripe/', [
      '^stripe/',
      'node_modules/(@types/)?(pg|stripe|zod)/',
      '^(node:)?[a-z0-9_/]+$',
    ]),
    only('log-knows-no-domain', 'The event store moves opaque events.', '^eventstore/', [
      '^eventstore/',
      'node_modules/(@types/)?(@eventstore|@grpc|pg)/',
      '^(node:)?[a-z0-9_/]+$',
    ]),
    never(
      'one-way-to-events',
      'The port is `#eventstore`; only the process knows its adapter and its embedded server. How its address is written, settings know as well, and what it tells of outages, telemetry.',
      {
        path: '^backend/',
        pathNot:
          '^backend/((main|storage|backup/check|cli/(log|serve-eventstore)|platform/(databases|event-store))\\.ts$|log/)',
      },
      { path: '^eventstore/(?!index|address|outages)|node_modules/(@eventstore|@grpc)/' },
    ),
    never(
      'one-door-for-commands',
      'Who acts is said in one place: whatever sends a command dispatches it.',
      {
        path: '^backend/',
        pathNot: '^backend/(commands/dispatch|telemetry/commands|roles|cli/(coupons|import|reconcile))\\.ts$',
      },
      { path: '^backend/commands/handle\\.ts$' },
    ),
    never(
      'browser-stays-browser',
      'The browser shares definitions, never machinery.',
      { path: '^frontend/src/' },
      { path: ['^backend/(?!domain/|projections/)', '^eventstore/', '^tests/', 'node_modules/pg/'] },
    ),
    never(
      'browser-reaches-no-server',
      'Whatever the browser imports, however indirectly, runs in a browser.',
      { path: '^frontend/src/' },
      { path: onlyOnServers, reachable: true },
    ),
    never(
      'server-knows-no-browser',
      'The server serves the built web app, it does not import it.',
      { path: '^(backend|eventstore)/' },
      { path: '^(frontend|tests)/' },
    ),
    never(
      'features-stand-apart',
      'A feature that is removed takes nothing with it.',
      { path: '^frontend/src/features/([^/]+)/' },
      { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    ),
    only('data-knows-no-screen', 'What is asked of the server is below what shows it.', '^frontend/src/data/', [
      '^frontend/src/(ui|base|data|realtime)/',
      '^backend/(domain|projections)/',
      'node_modules/(@types/)?(@reduxjs|react|react-redux|rxjs|zod)/',
    ]),
    // From below: the look, what every page needs, the socket, what is asked of the server, screens, the shell around them.
    never(
      'look-is-lowest',
      'Components of the look know nothing of the product.',
      { path: '^frontend/src/ui/' },
      { path: '^frontend/src/(?!ui/)' },
    ),
    never(
      'base-is-below-data',
      'Requests, problems, sessions and unsaved changes are the same for every thing.',
      { path: '^frontend/src/base/' },
      { path: '^frontend/src/(?!(ui|base)/)' },
    ),
    never(
      'socket-is-below-data',
      'It folds events into caches, whatever they hold.',
      { path: '^frontend/src/realtime/' },
      { path: '^frontend/src/(?!(ui|base|realtime)/)' },
    ),
    never(
      'shell-is-above-screens',
      'The shell and the router know the screens, which are shown within any other.',
      {
        path: '^frontend/src/(?!(app/|[^/]+$))',
        // A tab of the collections shows the library of templates, which is a feature of its own.
        pathNot: '^frontend/src/features/collections/CollectionContent\\.tsx$',
      },
      { path: '^frontend/src/app/' },
    ),
    never(
      'features-are-above-what-they-share',
      'What several features show is removed with none of them.',
      { path: '^frontend/src/(?!(app|features)/|[^/]+$)' },
      { path: '^frontend/src/features/' },
    ),
    never(
      'vendors-only-in-providers',
      'A vendor is an adapter of a port, named where it is chosen.',
      {
        path: '^backend/',
        pathNot: '^backend/(providers/|(main|cli/(outbox|orphans|import|forget|backup|restore))\\.ts$)',
      },
      { path: `^backend/providers/.+/|${vendors}` },
    ),
    never(
      'measured-from-outside',
      'What works knows nothing of being watched: it is wrapped, or tells an observer of its own.',
      {
        path: '^(backend|eventstore)/',
        pathNot: '^backend/(telemetry/|cli/(?!serve-)|(roles|main)\\.ts$)',
      },
      { path: '^backend/telemetry/|node_modules/(prom-client|@opentelemetry)/' },
    ),
    // From below: the door of commands, what all routes share, reading, changing and listening, what follows from events.
    never(
      'the-door-is-below-routes',
      'Whoever dispatches a command, from a job or a hook, needs no route for it.',
      { path: '^backend/(auth|providers|sealing|projections|commands/[^/]+\\.ts$)' },
      {
        path: '^backend/(http|queries|commands/[^/]+/|realtime|reactors)/',
        // What the projector hands reactors their jobs by.
        pathNot: '^backend/reactors/reactor\\.ts$',
      },
    ),
    never(
      'http-is-below-routes',
      'What every route shares knows none of them. Only the list of what routes are given names what some of it is.',
      { path: '^backend/http/', pathNot: '^backend/http/deps\\.ts$' },
      { path: '^backend/(policies|queries|commands/[^/]+/|realtime|reactors)/' },
    ),
    never(
      'policies-are-below-routes',
      'Routes of commands and of queries ask the same policy. It may read as a query does.',
      { path: '^backend/policies/' },
      { path: '^backend/(queries/.*routes\\.ts$|(commands/[^/]+|realtime|reactors)/)' },
    ),
    never(
      'reading-is-below-changing',
      'A command may read what it is about; nothing that reads may change something on the way.',
      { path: '^backend/queries/' },
      { path: '^backend/(commands/[^/]+/|realtime|reactors)/' },
    ),
    never(
      'commands-wait-for-nothing',
      'What follows from a command is begun by its event.',
      { path: '^backend/commands/' },
      { path: '^backend/(realtime|reactors)/' },
    ),
    never(
      'sockets-only-listen',
      'They send what the feed says, to whom it says.',
      { path: '^backend/realtime/' },
      { path: '^backend/(queries|commands/[^/]+/|reactors)/' },
    ),
    never(
      'platform-knows-no-product',
      'It would run any other program as well.',
      { path: '^backend/platform/' },
      { path: '^backend/(?!platform/)' },
    ),
    never(
      'only-wiring-knows-all-things',
      'Whoever needs one thing names it, or is given it.',
      {
        path: '^backend/',
        pathNot: '^backend/(things/|(things|roles|cli/(rebuild|forget|orphans|backup|restore|audit|log))\\.ts$)',
      },
      { path: '^backend/things(\\.ts$|/)' },
    ),
    never(
      'programs-are-imported-by-nothing',
      'Code that is needed elsewhere has a file of its own.',
      {},
      { path: '^backend/(main\\.ts$|cli/)' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    // Without tsConfig, whose folder would be looked through before node_modules: the package stripe is not our folder of that name.
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]css$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
