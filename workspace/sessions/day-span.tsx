import { TextField } from '../ui/fields.tsx'

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
  return (
    <>
      <TextField
        label={labels.from}
        type="date"
        required
        value={from}
        onChange={(day) => onChange({ from: day, to: day > to ? day : to })}
      />
      <TextField
        label={labels.to}
        type="date"
        required
        min={from}
        value={to}
        onChange={(day) => onChange({ from, to: day })}
      />
    </>
  )
}
