import type { Participant } from '@portico/sdk'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { words } from '../words/sessions.ts'
import { ParticipantPicker, useParticipantNames } from './participant-picker.tsx'

/** Somebody who is chosen; a party of a case brings its name along. */
export type Chosen = Participant & { name?: string | undefined }

/** Who sits or takes part together, and where: added one by one, each taken away by itself. */
export function ParticipantList({
  legend,
  chosen,
  onChange,
}: {
  legend: string
  chosen: readonly Chosen[]
  onChange: (chosen: Chosen[]) => void
}) {
  const [next, setNext] = useState<Participant>()
  const names = useParticipantNames()
  const nameOf = ({ kind, id, name }: Chosen) => name ?? names(kind).find((one) => one.id === id)?.name ?? id
  const add = () => {
    if (next && !chosen.some(({ id }) => id === next.id)) onChange([...chosen, next])
    setNext(undefined)
  }
  return (
    <fieldset className="field participants">
      <legend>{legend}</legend>
      <ul aria-label={words.who.chosen}>
        {chosen.length === 0 ? <li className="faint">{words.who.none}</li> : null}
        {chosen.map((one) => (
          <li key={one.id} data-id={one.id}>
            <span>
              {nameOf(one)} <small className="faint">{words.participant[one.kind]}</small>
            </span>
            <IconButton
              name={words.who.remove(nameOf(one))}
              icon={<X />}
              onClick={() => onChange(chosen.filter(({ id }) => id !== one.id))}
            />
          </li>
        ))}
      </ul>
      <span className="adding">
        <ParticipantPicker value={next} onChange={setNext} />
        <Button onClick={add} disabled={!next}>
          {words.who.add}
        </Button>
      </span>
    </fieldset>
  )
}

export const withoutNames = (chosen: readonly Chosen[]): Participant[] =>
  chosen.map(({ kind, id }) => ({ kind, id }))
