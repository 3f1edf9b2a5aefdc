import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { campaignNameLimit, defaultCampaignName, defaultRpgSystem } from '#domain/campaign-words.ts'
import { messageOf } from '../../base/problem.ts'
import { useAskBeforeLeaving } from '../../base/use-ask-before-leaving.tsx'
import {
  newCampaignId,
  useCampaignsQuery,
  useCreateCampaignMutation,
  useExploreSampleMutation,
} from '../../data/campaigns.ts'
import { useMe } from '../../data/me.ts'
import { selectCampaign } from '../../data/selected-campaign.ts'
import { Drawing } from '../../ui/drawings.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './campaigns.module.css'
import { DeletedCampaigns } from './danger/DeletedCampaigns.tsx'
import { SystemInput } from './general/SystemInput.tsx'

/** Creates a campaign and opens it. The client creates the id, so that a double press creates one campaign. */
export const NewCampaign = () => {
  const [name, setName] = useState('')
  const [system, setSystem] = useState(defaultRpgSystem)
  const { data, refetch } = useCampaignsQuery()
  const { submit, open, isLoading, isSuccess } = useCreation({ name, system, refetch })
  const { question } = useAskBeforeLeaving(name.trim() !== '' && !isSuccess)
  const isFirst = data?.rows.length === 0

  return (
    <section className={classes.create}>
      <Drawing subject={isFirst ? 'chairs' : 'loom'} />
      <PageHeader title="New Campaign" />
      <p className={classes.lead}>
        {isFirst
          ? 'Everything you write and make belongs to a campaign. Start with its name; you can change it later.'
          : 'A campaign keeps its own lore, pictures and people.'}
      </p>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Name"
          placeholder={defaultCampaignName}
          value={name}
          maxLength={campaignNameLimit}
          data-autofocus
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SystemInput value={system} onChange={setSystem} />
        <Button type="submit" variant="filled" loading={isLoading}>
          Create Campaign
        </Button>
        <Button type="submit" variant="subtle" value="import" disabled={isLoading}>
          Create It and Bring a World In
        </Button>
      </form>
      {isFirst && <ExploreSample onOpen={(campaignId) => open(campaignId, '/collections')} />}
      {question}
      <DeletedCampaigns />
    </section>
  )
}

interface Creation {
  name: string
  system: string
  refetch: () => unknown
}

/** Creates the campaign, then opens its folders, or its import page if the form was submitted by the import button. */
const useCreation = ({ name, system, refetch }: Creation) => {
  const me = useMe()
  const [id] = useState(newCampaignId)
  const [create, { isLoading, isSuccess }] = useCreateCampaignMutation()
  const navigate = useNavigate()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const isImporting = submitter?.getAttribute('value') === 'import'
    const { error } = await create({ id, name: name.trim(), rpgSystemCode: system.trim() })
    if (error)
      return toast.error('Something went wrong creating your campaign.', {
        context: messageOf(error, 'Please try again. Please contact support if it keeps happening.'),
      })
    await open(id, isImporting ? `/campaigns/${id}/import` : '/collections')
    toast.success('Campaign created!')
  }
  const open = async (campaignId: string, path: string) => {
    await refetch()
    selectCampaign(me.id, campaignId)
    await navigate(path)
  }

  return { submit, open, isLoading, isSuccess }
}

/** Offers a user without campaigns their own copy of the sample campaign. */
const ExploreSample = ({ onOpen }: { onOpen: (campaignId: string) => Promise<void> }) => {
  const [explore, { isLoading }] = useExploreSampleMutation()
  const open = async () => {
    const { data, error } = await explore()
    if (!data) return toast.error(messageOf(error, 'The sample campaign could not be opened. Please try again.'))
    return onOpen(data.id)
  }
  return (
    <div className={classes.sample}>
      <p>Or look around first: seventy pages about a harbour city below its sea, in a copy of your own.</p>
      <Button loading={isLoading} onClick={() => void open()}>
        Explore a Sample Campaign
      </Button>
    </div>
  )
}
