import type { Participant } from '@portico/sdk'
import { useState } from 'react'
import { useNamesById, useNamesWithRoles } from '../data/people.ts'
import { useProfile } from '../data/profile.ts'
import { SelectField } from '../ui/fields.tsx'
import { words } from '../words/sessions.ts'

export type Kind = Participant['kind']
/** Parties are known within their case alone. */
const kinds = ['room', 'location', 'adjudicator', 'interpreter', 'representative'] as const satisfies Kind[]

export const participantOf = (kind: string | undefined, id: string | undefined): Participant | undefined => {
  const known = kinds.find((one) => one === kind)
  return known && id ? { kind: known, id } : undefined
}

const nobody: readonly string[] = []
const sitting = (profile: ReturnType<typeof useProfile>): readonly string[] =>
  profile ? [profile.distribution.receiverRole] : nobody

/** What a place or a colleague is called, by what they are known as. */
export function useParticipantNames(): (kind: Kind) => { id: string; name: string }[] {
  const profile = useProfile()
  const locations = profile?.sessions.locations ?? []
  const people = useNamesById(true)
  const judges = useNamesWithRoles(profile?.sessions.adjudicatorRoles ?? sitting(profile))
  return (kind) => {
    if (kind === 'location') return locations.map(({ name, label }) => ({ id: name, name: label }))
    if (kind === 'room')
      return locations.flatMap(({ label: where, rooms = [] }) =>
        rooms.map(({ name, label }) => ({ id: name, name: `${label}, ${where}` })),
      )
    return [...(kind === 'adjudicator' ? judges : people)]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name))
  }
}

/**
 * Somebody or some place: first of which kind, then who. Where it means something that nobody is chosen (`all`), that is
 * what it begins with, and who is asked for once a kind is chosen.
 */
export function ParticipantPicker({
  value,
  label = words.who.kind,
  all,
  kindChosen,
  onKind,
  onChange,
}: {
  value: Participant | undefined
  label?: string
  /** What it means that nobody is chosen. */
  all?: string
  /** The kind that was chosen before, where nobody of it is chosen yet. */
  kindChosen?: Kind | undefined
  onKind?: (kind: Kind | undefined) => void
  onChange: (participant: Participant | undefined) => void
}) {
  const [chosenKind, setKind] = useState<Kind | undefined>(kindChosen ?? (all ? undefined : 'room'))
  const kind = value?.kind ?? chosenKind
  const names = useParticipantNames()
  const people = useNamesById(true)
  const known = kind ? names(kind) : []
  const isListed = known.some(({ id }) => id === value?.id)
  const unlisted =
    value && !isListed ? [{ name: value.id, label: people.get(value.id) ?? words.who.unknown }] : []
  return (
    <div className="participant-picker line-form">
      <SelectField
        label={label}
        none={all}
        options={kinds.map((name) => ({ name, label: words.participant[name] }))}
        value={kind ?? ''}
        onChange={(chosen) => {
          const next = kinds.find((name) => name === chosen)
          setKind(next)
          if (onKind) onKind(next)
          else if (value) onChange(undefined)
        }}
      />
      {kind ? (
        <SelectField
          label={words.who.who}
          none={words.who.choose}
          isRequired={all !== undefined}
          options={[...unlisted, ...known.map(({ id, name }) => ({ name: id, label: name }))]}
          value={value?.id ?? ''}
          onChange={(id) => onChange(id ? { kind, id } : undefined)}
        />
      ) : null}
    </div>
  )
}
