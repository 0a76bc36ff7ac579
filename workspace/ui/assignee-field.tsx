import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peopleQuery } from '../data/people.ts'
import { useProfile } from '../data/profile.ts'
import { words } from '../words/tasks.ts'
import { Combobox } from './combobox.tsx'

export type Assignee = { id: string; label: string; value: { team: string } | { person: string } }
type Option = Assignee & { note: string }

/** A colleague or a team, found by typing part of the name. */
export function AssigneeField({
  label,
  chosen,
  onChoose,
  teamsToo = true,
}: {
  label: string
  chosen: Assignee | undefined
  onChoose: (assignee: Assignee | undefined) => void
  teamsToo?: boolean
}) {
  const [text, setText] = useState(chosen?.label ?? '')
  const people = useQuery({ ...peopleQuery(text), placeholderData: keepPreviousData })
  const teams = useProfile()?.teams ?? []
  const options: Option[] = [
    ...(people.data ?? []).map(({ id, displayName, username }) => ({
      id,
      label: displayName,
      note: username,
      value: { person: username },
    })),
    ...(teamsToo ? teams : [])
      .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
      .map(({ name, label }) => ({ id: name, label, note: words.team, value: { team: name } })),
  ]
  return (
    <Combobox
      label={label}
      placeholder={words.form.toHint}
      text={text}
      onType={(typed) => {
        onChoose(undefined)
        setText(typed)
      }}
      options={options.map((option) => ({
        key: `${option.note}:${option.id}`,
        label: option.label,
        note: option.note,
        value: option,
      }))}
      isOpen={chosen === undefined}
      isCurrent={!people.isPending && !people.isPlaceholderData}
      none={words.noMatch}
      onChoose={({ id, label, value }) => {
        setText(label)
        onChoose({ id, label, value })
      }}
    />
  )
}
