import { Button, Table } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { sizeInWords } from '#domain/storage.ts'
import type { Installation } from '#projections/health-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useChangelogQuery, useInstallationQuery, useSendTestMailMutation } from '../../../data/installation-health.ts'
import { ago } from '../../../ui/ago.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatNumber } from '../../../ui/figures.ts'
import growing from '../../../ui/growing-table.module.css'
import { SearchField } from '../../../ui/SearchField.tsx'
import { toast } from '../../../ui/toast.ts'
import adminClasses from '../admin.module.css'
import classes from './installation.module.css'
import '@mantine/core/styles/Table.layer.css'

const everyMs = 10_000
const backupDays = 7
const dayMs = 86_400_000

/** Version, machine, services, queue and settings of the installation. */
export const InstallationSections = () => {
  const { data, error, refetch } = useInstallationQuery(undefined, {
    pollingInterval: everyMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  if (!data)
    return error ? <ErrorState text={messageOf(error, 'Failed to load')} onRetry={() => void refetch()} /> : null
  return (
    <>
      <BackupPrompt backup={data.backup} />
      <Machine {...data} />
      <EventStore {...data} />
      <Services {...data} />
      <Settings settings={data.settings} />
      <Changelog />
    </>
  )
}

const BackupPrompt = ({ backup }: Pick<Installation, 'backup'>) => {
  const isRecent = backup && Date.now() - Date.parse(backup.at) <= backupDays * dayMs
  if (isRecent) return null
  return (
    <p role="status" className={classes.prompt}>
      {backup ? `The last backup is of ${dateTimeOf(backup.at)}.` : 'No backup of this installation is recorded.'} Make
      one with <code className={adminClasses.mono}>npm run backup -- loreloom.tar.zst</code>, and keep it on another
      machine.
    </p>
  )
}

const Facts = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className={classes.section}>
    <h2 id={id} className={classes.title}>
      {title}
    </h2>
    <dl className={`${classes.facts} num`}>{children}</dl>
  </section>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const many = (number: number, noun: string) => `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`

const backupText = (backup: Installation['backup']): string => {
  if (!backup) return 'None is recorded'
  const size = backup.bytes === null ? '' : `, ${sizeInWords(backup.bytes)}`
  const verified = backup.isChecked ? 'verified by starting the copy' : 'not verified'
  return `${dateTimeOf(backup.at)}${size}, ${verified}, ${backup.isEncrypted ? 'encrypted' : 'not encrypted'}`
}

const jobsText = ({ ready, running, waiting, retrying, oldestSeconds, givenUp }: Installation['jobs']): string => {
  const oldest = ready > 0 ? `, the oldest for ${formatNumber(Math.ceil(oldestSeconds))} s` : ''
  const failed = givenUp.map(({ task, jobs }) => `${task} (${jobs})`).join(', ')
  const failures = failed ? ` Given up: ${failed}.` : ''
  return `${formatNumber(running)} running, ${formatNumber(ready)} ready${oldest}, ${formatNumber(waiting)} waiting, ${formatNumber(retrying)} to be retried.${failures}`
}

const Machine = ({
  version,
  node,
  startedAt,
  backup,
  disk,
  database,
  jobs,
  users,
  sessions,
  sockets,
}: Installation) => (
  <Facts id="machine" title="This installation">
    <Fact name="Version">
      Loreloom {version}, Node {node.replace(/^v/, '')}
    </Fact>
    <Fact name="Running since">{dateTimeOf(startedAt)}</Fact>
    <Fact name="Last backup">{backupText(backup)}</Fact>
    <Fact name="Disk">
      {disk ? `${sizeInWords(disk.freeBytes)} free of ${sizeInWords(disk.totalBytes)}` : 'Not known to this process'}
    </Fact>
    <Fact name="PostgreSQL">
      {database.version}, {sizeInWords(database.bytes)}, {many(database.connections, 'connection')}
    </Fact>
    <Fact name="Queue">{jobsText(jobs)}</Fact>
    <Fact name="People">
      {many(users, 'user')}, {many(sessions, 'session')}, {many(sockets, 'open socket')} of this process
    </Fact>
  </Facts>
)

const behindText = (behind: number | null): string => {
  if (behind === null) return 'does not answer'
  return behind === 0 ? 'has every event' : `${formatNumber(behind)} positions behind the end of the log`
}

/** Each node of the event store with its role and its distance from the end of the log. */
const EventStore = ({ eventStore: { nodes, lag } }: Installation) => (
  <Facts id="event-store" title="Event store">
    {nodes.length === 0 && <Fact name="Nodes">None answers.</Fact>}
    {nodes.map(({ at, role, isAlive, behind }) => (
      <Fact key={at} name={at}>
        {role}, {isAlive ? behindText(behind) : 'not alive'}
      </Fact>
    ))}
    <Fact name="Views">
      {lag === null
        ? 'Not known'
        : `${many(lag.events, 'event')} behind, the oldest for ${formatNumber(Math.ceil(lag.seconds))} s`}
    </Fact>
  </Facts>
)

const failureText = (failure: { at: string; reason: string } | null): string =>
  failure ? ` · last failure ${ago(failure.at)}: ${failure.reason}` : ''

const Services = ({ services, failures, outbox }: Installation) => {
  const details: Record<string, string> = {
    Pictures: failureText(failures.pictures),
    Texts: failureText(failures.texts),
    Mail: outbox ? ` · ${formatNumber(outbox.waiting)} in the outbox` : '',
  }
  return (
    <Facts id="services" title="Services">
      {services.map(({ name, where }) => (
        <Fact key={name} name={name}>
          {where}
          {details[name]}
          {name === 'Mail' && <TestMail />}
        </Fact>
      ))}
    </Facts>
  )
}

const TestMail = () => {
  const [send, { isLoading }] = useSendTestMailMutation()
  const report = async () => {
    try {
      const { to, by, failure } = await send().unwrap()
      if (failure !== null) toast.error(`The mail server refused it: ${failure}`)
      else toast.success(by === 'outbox' ? 'The test mail is in the outbox' : `Sent to ${to}`)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to send'))
    }
  }
  return (
    <Button variant="default" size="compact-sm" loading={isLoading} onClick={() => void report()}>
      Send a test
    </Button>
  )
}

const Settings = ({ settings }: Pick<Installation, 'settings'>) => {
  const [typed, setTyped] = useState('')
  const sought = typed.trim().toLowerCase()
  const shown = settings.filter(({ name, purpose }) => `${name} ${purpose}`.toLowerCase().includes(sought))
  return (
    <section aria-labelledby="settings" className={classes.section}>
      <div className={classes.head}>
        <h2 id="settings" className={classes.title}>
          Settings
        </h2>
        <SearchField label="Find a setting" value={typed} onChange={setTyped} />
      </div>
      <p className={adminClasses.note}>
        Settings come from environment variables, and apply from the next start on. Secrets are hidden.
      </p>
      {shown.length === 0 ? (
        <p className={adminClasses.note}>No setting is called that.</p>
      ) : (
        <Table className={`${growing.table} ${classes.table}`} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Setting</Table.Th>
              <Table.Th scope="col">Value</Table.Th>
              <Table.Th scope="col">From</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((setting) => (
              <Table.Tr key={setting.name}>
                <Table.Td>
                  <span className={adminClasses.mono}>{setting.name}</span>
                  <span className={classes.purpose}>{setting.purpose}</span>
                </Table.Td>
                <Table.Td className={classes.value}>{setting.value}</Table.Td>
                <Table.Td>
                  <Badge colour={setting.source === 'environment' ? 'woad' : 'walnut'}>
                    {setting.source === 'environment' ? 'Environment' : 'Default'}
                  </Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

const Changelog = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.section} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>What changed in each version</summary>
      {isOpen && <ChangelogText />}
    </details>
  )
}

const ChangelogText = () => {
  const { data, error, refetch } = useChangelogQuery()
  if (error) return <ErrorState text={messageOf(error, 'Failed to load')} onRetry={() => void refetch()} />
  return <div className={classes.changelog}>{data}</div>
}
