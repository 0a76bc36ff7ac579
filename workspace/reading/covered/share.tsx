import { words } from '../../words/reading.ts'

/** A part of a whole, as a bar and in figures. */
export function Share({ label, part, whole }: { label: string; part: number; whole: number }) {
  return (
    <p className="share">
      <span>{label}</span>
      <meter className="progress" aria-label={label} min={0} max={Math.max(1, whole)} value={part} />
      <span className="number">{words.coverage.seen(part, whole)}</span>
    </p>
  )
}
