import { useId } from 'react'
import { type Holder, useHolderName } from '../data/holder-name.ts'
import { words as text } from '../words/override.ts'
import './form.css'

/** Why somebody acts in the place of whoever holds the task, and where the reason is kept. */
export function OverrideField({
  holder,
  keptWith,
  value,
  onChange,
}: {
  holder: Holder
  keptWith: keyof typeof text.kept
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const name = useHolderName(holder)
  return (
    <div className="field">
      <p className="warned">{text.holds(name ?? text.somebody)}</p>
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
        {text.kept[keptWith]}
      </span>
    </div>
  )
}
