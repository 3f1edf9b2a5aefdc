import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { TemplateAttribute } from '#domain/template-attributes.ts'
import type { Template } from '#projections/template-answers.ts'
import { insideOnly } from '../../base/from.ts'
import { openOverlay } from '../../base/overlay.ts'
import { codeOf, messageOf, statusOf } from '../../base/problem.ts'
import { useMe } from '../../data/me.ts'
import { useTemplateQuery } from '../../data/templates.ts'
import { ago } from '../../ui/ago.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { dateTimeOf } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { NotHere } from '../../ui/NotHere.tsx'
import { Page, PageHeader } from '../../ui/PageHeader.tsx'
import { AttributeGraph } from './AttributeGraph.tsx'
import { Placeholders } from './Placeholders.tsx'
import { TemplateDialogs } from './TemplateDialogs.tsx'
import classes from './template-page.module.css'
import { useTemplateActs } from './use-template-acts.tsx'
import { formats, isProducts, lengthOf, usesOf, visibilities } from './words.ts'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'

/** `/templates/:id`: a template's attributes and actions. */
export const DetailPage = () => {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const back = insideOnly(query.get('from'), '/collections?tab=templates')
  const { data, error, isFetching, refetch } = useTemplateQuery(id)
  const acts = useTemplateActs()
  const me = useMe()
  const template = data?.rows[0]

  if (!template && codeOf(error) !== 'template_hidden' && (data || [400, 404].includes(statusOf(error))))
    return (
      <NotHere
        subject="loom"
        title="This template is not here"
        text="It does not exist, it was deleted, or it is not shared with you."
        back={{ to: back, label: 'Back to Templates' }}
      />
    )
  if (!template)
    return error && !isFetching ? (
      <ErrorState text={messageOf(error, 'Failed to load template')} onRetry={() => void refetch()} retry="Try Again" />
    ) : (
      <Page>
        <Loading label="Loading template" className={classes.page}>
          <Skeleton height={420} />
          <Skeleton height={180} />
        </Loading>
      </Page>
    )
  return (
    <Page>
      <BackLink to={back} />
      <PageHeader
        title={template.name}
        actions={<Actions template={template} isOwn={template.userId === me.id} acts={acts} />}
      />
      <div className={classes.page}>
        <div>
          <Description template={template} />
          <Attributes attributes={template.attributes} />
        </div>
        <Facts template={template} />
      </div>
      <TemplateDialogs acts={acts} onDeleted={() => void navigate(back)} />
    </Page>
  )
}

const Description = ({ template }: { template: Template }) => (
  <>
    {template.description && (
      <p className={classes.description} dir="auto">
        {template.description}
      </p>
    )}
    {template.tags.length > 0 && (
      <ul className={classes.tags} aria-label="Tags">
        {template.tags.map((tag) => (
          <li key={tag} dir="auto">
            <i>#</i>
            {tag}
          </li>
        ))}
      </ul>
    )}
  </>
)

interface ActionsProps {
  template: Template
  isOwn: boolean
  acts: ReturnType<typeof useTemplateActs>
}

const Actions = ({ template, isOwn, acts }: ActionsProps) => (
  <>
    <Button leftSection={<IconCopy size={15} />} onClick={acts.duplicate(template)}>
      Duplicate
    </Button>
    {isOwn && (
      <>
        <Button leftSection={<IconPencil size={15} />} onClick={acts.edit(template)}>
          Edit Template
        </Button>
        <Button data-danger leftSection={<IconTrash size={15} />} onClick={acts.askToDelete(template)}>
          Delete
        </Button>
      </>
    )}
    <Button
      variant="filled"
      onClick={() => openOverlay({ kind: 'fromTemplate', templateId: template.id, collectionId: null })}
    >
      Generate Content
    </Button>
  </>
)

/** Shows the attributes as a list, or as a graph of their dependencies, whose nodes lead to the attribute in the list. */
const Attributes = ({ attributes }: Pick<Template, 'attributes'>) => {
  const [view, setView] = useState('list')
  const list = useRef<HTMLOListElement>(null)
  const showInList = (id: string) => {
    setView('list')
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-attribute="${CSS.escape(id)}"]`)?.focus())
  }
  return (
    <>
      <div className={classes.head}>
        <h2>Attributes</h2>
        {attributes.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Attributes shown as"
            value={view}
            data={[
              { value: 'list', label: 'List' },
              { value: 'graph', label: 'Dependencies' },
            ]}
            onChange={setView}
          />
        )}
      </div>
      {view === 'graph' ? (
        <AttributeGraph attributes={attributes} isReadOnly onPick={showInList} />
      ) : (
        <ol ref={list} className={classes.attributes}>
          {attributes.map((attribute) => (
            <Attribute key={attribute.id} attribute={attribute} all={attributes} />
          ))}
        </ol>
      )}
    </>
  )
}

const Attribute = ({ attribute, all }: { attribute: TemplateAttribute; all: readonly TemplateAttribute[] }) => {
  const { name, format, required, prompt, dependsOn, conditions } = attribute
  const needs = dependsOn.flatMap((place) => all[place]?.name ?? [])
  const condition = conditions && all[conditions.attribute]?.name
  return (
    <li data-attribute={attribute.id} tabIndex={-1}>
      <h3 dir="auto">
        {name}
        {!required && <Badge>Optional</Badge>}
      </h3>
      <p className={classes.form}>
        {formats[format]} · {lengthOf(attribute)}
      </p>
      <p className={classes.prompt} dir="auto">
        <Placeholders prompt={prompt} />
      </p>
      {needs.length > 0 && (
        <p className={classes.form}>
          Depends on <b dir="auto">{needs.join(', ')}</b>
        </p>
      )}
      {condition && (
        <p className={classes.form}>
          Written when <b dir="auto">{condition}</b>{' '}
          {conditions.test === 'filled'
            ? 'has a text'
            : `${conditions.test === 'is' ? 'is' : 'is not'} “${conditions.value}”`}
        </p>
      )}
    </li>
  )
}

const dayMs = 86_400_000
/** Relative time within a day, a date otherwise. */
const when = (iso: string) => (Date.now() - Date.parse(iso) < dayMs ? ago(iso) : dateTimeOf(iso))

const Facts = ({ template }: { template: Template }) => {
  const { visibility, usageCount, lastUsedAt, createdAt, updatedAt, user } = template
  return (
    <dl className={classes.facts}>
      <dt>Visibility</dt>
      <dd>
        {visibilities[visibility].label}: {visibilities[visibility].means.toLowerCase()}
      </dd>
      <dt>Uses</dt>
      <dd className="num">{usesOf(usageCount)}</dd>
      {lastUsedAt && (
        <>
          <dt>Last used</dt>
          <dd className="num">{when(lastUsedAt)}</dd>
        </>
      )}
      {!isProducts(template) && (
        <>
          <dt>Updated</dt>
          <dd className="num">{when(updatedAt)}</dd>
          <dt>Created</dt>
          <dd className="num">{dateTimeOf(createdAt)}</dd>
        </>
      )}
      <dt>Author</dt>
      <dd dir="auto">{user.username}</dd>
    </dl>
  )
}
