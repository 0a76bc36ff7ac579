import { useId } from 'react'

export type Days = { from: string; to: string }

/** Two days as fields; the last is never before the first. */
export function DaySpan({
  days: { from, to },
  labels,
  onChange,
}: {
  days: Days
  labels: Days
  onChange: (days: Days) => void
}) {
  const id = useId()
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-from`}>{labels.from}</label>
        <input
          id={`${id}-from`}
          type="date"
          required
          value={from}
          onChange={({ target: { value } }) => onChange({ from: value, to: value > to ? value : to })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-to`}>{labels.to}</label>
        <input
          id={`${id}-to`}
          type="date"
          required
          min={from}
          value={to}
          onChange={({ target }) => onChange({ from, to: target.value })}
        />
      </div>
    </>
  )
}
