import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Template } from '#projections/template-answers.ts'
import classes from './templates.module.css'
import { firstThree, lifeOf } from './words.ts'

interface Props {
  template: Template
  isOwn: boolean
  to: string
  onGenerate: () => void
  /** Creates empty lore from the template, free of charge; undefined without permission. */
  onStart: (() => void) | undefined
  onDuplicate: () => void
  onEdit: () => void
  onDelete: () => void
}

/** A template in the library: opened by its name. Templates of others can be copied and used. */
export const TemplateCard = ({ template, isOwn, to, onGenerate, onStart, onDuplicate, onEdit, onDelete }: Props) => {
  const { name, description, user } = template
  return (
    <li className={classes.card}>
      <Link to={to} className={classes.open} dir="auto" title={name}>
        {name}
      </Link>
      <p className={classes.about} dir="auto">
        {!isOwn && <span className={classes.by}>by {user.username}. </span>}
        {description}
      </p>
      <Summary template={template} />
      <div className={classes.acts}>
        <ActionIcon aria-label={`Duplicate ${name}`} title="Duplicate" onClick={onDuplicate}>
          <IconCopy size={16} />
        </ActionIcon>
        {isOwn && (
          <>
            <ActionIcon aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
              <IconTrash size={16} />
            </ActionIcon>
          </>
        )}
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Start empty from ${name}`}
          title="Start empty from this template, for free"
          disabled={!onStart}
          onClick={onStart}
        >
          Start empty
        </Button>
        <Button size="xs" aria-label={`Generate from ${name}`} onClick={onGenerate}>
          Generate
        </Button>
      </div>
    </li>
  )
}

/** The template's first tags and attributes, and its usage. */
export const Summary = ({ template }: { template: Template }) => {
  const tags = firstThree(template.tags)
  const attributes = firstThree(template.attributes.map(({ name }) => name))
  return (
    <>
      <p className={classes.tags} dir="auto">
        {tags.shown.map((tag) => (
          <span key={tag}>
            <i>#</i>
            {tag}
          </span>
        ))}
        {tags.more > 0 && <span>+{tags.more}</span>}
      </p>
      <p className={classes.attributes} dir="auto">
        <span>{attributes.shown.join(', ')}</span>
        {attributes.more > 0 && <span className="num">+{attributes.more}</span>}
      </p>
      <p className={`${classes.life} num`}>{lifeOf(template)}</p>
    </>
  )
}
