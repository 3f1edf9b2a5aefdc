import { Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Template } from '#projections/template-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useMe } from '../../../data/me.ts'
import { templatesPage, useTemplatesQuery } from '../../../data/templates.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Summary } from '../TemplateCard.tsx'
import templateClasses from '../templates.module.css'
import classes from './wizard.module.css'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

/** The first step: all usable templates. */
export const Choose = ({ onChoose, onCancel }: { onChoose: (id: string) => void; onCancel: () => void }) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const [want, setWant] = useState(templatesPage)
  const { data, error, isFetching, refetch } = useTemplatesQuery({ search, want })
  return (
    <div className={classes.step}>
      <TextInput
        type="search"
        data-autofocus
        aria-label="Search templates"
        placeholder="Search templates"
        leftSection={<IconSearch size={15} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {data ? (
        <ul className={templateClasses.grid}>
          {data.rows.map((template) => (
            <TemplateChoice key={template.id} template={template} onChoose={() => onChoose(template.id)} />
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState
          text={messageOf(error, 'Failed to load templates')}
          onRetry={() => void refetch()}
          retry="Try Again"
        />
      ) : (
        <Loading label="Loading templates" className={templateClasses.grid}>
          {skeletons.map((key) => (
            <Skeleton key={key} height={140} />
          ))}
        </Loading>
      )}
      {data?.rows.length === 0 && <p className={classes.note}>No template is called like that.</p>}
      <footer className={classes.foot}>
        {data && data.rows.length < data.total && (
          <Button loading={isFetching} onClick={() => setWant(want + templatesPage)}>
            Load More
          </Button>
        )}
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </footer>
    </div>
  )
}

const TemplateChoice = ({ template, onChoose }: { template: Template; onChoose: () => void }) => {
  const me = useMe()
  return (
    <li className={templateClasses.card}>
      <button type="button" className={templateClasses.open} dir="auto" title={template.name} onClick={onChoose}>
        {template.name}
      </button>
      <p className={templateClasses.about} dir="auto">
        {template.userId !== me.id && <span className={templateClasses.by}>by {template.user.username}. </span>}
        {template.description}
      </p>
      <Summary template={template} />
    </li>
  )
}
