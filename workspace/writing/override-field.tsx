import type { WorkProduct } from '@portico/sdk'
import { useId } from 'react'
import { useProfile } from '../data/profile.ts'
import { words } from '../words/writing.ts'
import { useHolderName } from './use-holder-name.ts'

const text = words.holder

/** Why somebody acts in the place of whoever holds the task. */
export function OverrideField({
  holder,
  value,
  onChange,
}: {
  holder: WorkProduct['actions']['heldBy']
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const name = useHolderName(holder, useProfile())
  return (
    <div className="field">
      <p className="warned">{text.override(name ?? text.somebody)}</p>
      <label htmlFor={id}>{text.why}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-hint`} className="hint">
        {text.hint}
      </span>
    </div>
  )
}
