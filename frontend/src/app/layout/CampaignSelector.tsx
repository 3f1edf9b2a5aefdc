import { Combobox, useCombobox } from '@mantine/core'
import { IconPlus, IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCampaignsQuery } from '../campaigns.ts'
import { useMe } from '../me.ts'
import { selectCampaign, useCampaign } from '../selected-campaign.ts'
import classes from './sidebar.module.css'

const newCampaign = 'new'
const membersOf = (count: number) => (count === 1 ? '1 member' : `${count} members`)

/** Chooses the campaign that everything on screen belongs to, filtered by name. */
export const CampaignSelector = () => {
  const me = useMe()
  const current = useCampaign()
  const { data } = useCampaignsQuery()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [filter, setFilter] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setFilter('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })

  const choose = (value: string) => {
    combobox.closeDropdown()
    if (value === newCampaign) return navigate('/campaigns/new')
    selectCampaign(me.id, value)
    // A picture or an entry of the campaign that is left would be a stranger in the next one.
    const [, screen, id] = pathname.split('/')
    if (pathname === '/campaigns/new') return navigate('/collections')
    return id && screen !== 'campaign' ? navigate(`/${screen}`) : undefined
  }

  const found = (data?.rows ?? []).filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))
  return (
    <Combobox store={combobox} onOptionSubmit={(value) => void choose(value)} position="bottom-start" width={280}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          type="button"
          className={classes.campaign}
          onClick={() => combobox.toggleDropdown()}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={`Campaign: ${current?.name ?? 'none'}`}
        >
          <span className={classes.crest} aria-hidden="true">
            {(current?.name ?? 'L')[0]?.toUpperCase()}
          </span>
          <span className={classes.campaignText}>
            <b>{current === undefined ? ' ' : (current?.name ?? 'No campaign yet')}</b>
            <span className={classes.meta}>
              {current ? `${current.rpgSystemCode} · ${membersOf(current.memberCount)}` : ' '}
            </span>
          </span>
          <IconSelector size={15} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          placeholder="Filter campaigns"
          aria-label="Filter campaigns"
        />
        <Combobox.Options className={classes.options} aria-label="Campaigns">
          {found.map(({ id, name }) => (
            <Combobox.Option key={id} value={id} active={id === current?.id} className={classes.optionName}>
              {name}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>No campaign by that name</Combobox.Empty>}
          <Combobox.Option value={newCampaign}>
            <span className={classes.newOption}>
              <IconPlus size={15} />
              New Campaign
            </span>
          </Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
