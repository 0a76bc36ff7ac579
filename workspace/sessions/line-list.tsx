import type { Transcript, TranscriptLine } from '@portico/sdk'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { useStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/transcript.ts'
import { EditLine } from './edit-line.tsx'
import { clock, type Moment, sureEnough, wordAt } from './session-clock.ts'
import type { Player } from './sound-player.ts'

const text = words.line

/** What was said, line by line. A word that is clicked is played; the one that sounds is marked. */
export function LineList({
  caseId,
  transcript,
  offsets,
  player,
  at,
  onPlay,
  editing,
  onEdit,
}: {
  caseId: string
  transcript: Transcript
  offsets: ReadonlyMap<string, number>
  player: Player
  at: Moment
  onPlay: (at: Moment) => void
  editing: string | undefined
  onEdit: ((lineId: string | undefined) => void) | undefined
}) {
  const { lines } = transcript
  const { status, atMs } = useStore(player.state)
  const now = status === 'playing' ? wordAt(transcript, offsets, atMs) : undefined
  const shown = now ?? at
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    list.current?.children[shown.line]?.scrollIntoView({ block: 'nearest' })
  }, [shown.line])

  const click = (event: MouseEvent<HTMLOListElement>) => {
    const { word, line } = (event.target as HTMLElement).dataset
    if (word !== undefined && line !== undefined) onPlay({ line: Number(line), word: Number(word) })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows go from word to word, and the button of a line plays it
    <ol ref={list} className="transcript-lines" aria-label={words.lines} onClick={click}>
      {lines.map((line, index) =>
        editing === line.id ? (
          <EditLine
            key={line.id}
            caseId={caseId}
            transcript={transcript}
            line={line}
            onClose={() => onEdit?.(undefined)}
          />
        ) : (
          <Line
            key={line.id}
            line={line}
            index={index}
            isCurrent={index === shown.line}
            word={index === shown.line ? shown.word : undefined}
            startMs={(offsets.get(line.recordingId) ?? 0) + line.startMs}
            onPlay={onPlay}
            onEdit={onEdit}
          />
        ),
      )}
    </ol>
  )
}

const Line = memo(
  function Line({
    line,
    index,
    isCurrent,
    word: current,
    startMs,
    onPlay,
    onEdit,
  }: {
    line: TranscriptLine
    index: number
    isCurrent: boolean
    word: number | undefined
    startMs: number
    onPlay: (at: Moment) => void
    onEdit: ((lineId: string) => void) | undefined
  }) {
    const { id, speaker, isCorrected } = line
    return (
      <li data-id={id} aria-current={isCurrent || undefined}>
        <button
          type="button"
          className="time number"
          aria-label={text.play(clock(startMs), speaker)}
          onClick={() => onPlay({ line: index, word: 0 })}
        >
          {clock(startMs)}
        </button>
        <b>{speaker}</b>
        <p>
          {line.words.length === 0 ? <i className="faint">{text.silent}</i> : null}
          {line.words.map(({ text: said, confidence, startMs: wordMs }, word) => (
            <span key={`${wordMs} ${said}`}>
              <span
                data-line={index}
                data-word={word}
                className={wordClass(confidence, word === current)}
                title={confidence < sureEnough ? text.unsure(confidence) : undefined}
              >
                {said}
              </span>{' '}
            </span>
          ))}
          {isCorrected ? <small className="faint">({text.corrected})</small> : null}
        </p>
        {onEdit ? (
          <Button kind="plain" className="edit" onClick={() => onEdit(id)}>
            {text.edit}
          </Button>
        ) : null}
      </li>
    )
  },
  (before, after) =>
    before.line === after.line &&
    before.index === after.index &&
    before.isCurrent === after.isCurrent &&
    before.word === after.word &&
    Boolean(before.onEdit) === Boolean(after.onEdit),
)

function wordClass(confidence: number, isCurrent: boolean): string {
  return `word${confidence < sureEnough ? ' unsure' : ''}${isCurrent ? ' now' : ''}`
}
