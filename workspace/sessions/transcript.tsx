import type { Transcript, TranscriptSummary } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { fileName } from '../cases/names.ts'
import { permissionsQuery } from '../data/case.ts'
import { useLiveCase } from '../data/live.ts'
import { caseDetail } from '../data/queries.ts'
import { portico } from '../data/session.ts'
import { transcriptQuery, transcriptsQuery } from '../data/transcripts.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { moment } from '../ui/dates.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/transcript.ts'
import { CertifyDialog } from './certify-dialog.tsx'
import { LineList } from './line-list.tsx'
import { clock, type Moment, offsetsOf, unsureWords, wordAt } from './session-clock.ts'
import { SoundBar } from './sound-bar.tsx'
import { createPlayer } from './sound-player.ts'
import { TranscriptSide } from './transcript-side.tsx'
import './transcript.css'

const from = '/frame/cases/$caseId/sessions/$sessionId/transcript'

/** A transcript beside its sound: played word by word, corrected, certified. */
export function TranscriptScreen() {
  const { caseId, sessionId } = useParams({ from })
  const { transcript: wanted } = useSearch({ from })
  const found = useQuery(transcriptsQuery(caseId, sessionId))
  const { data: of } = useQuery(caseDetail(caseId))
  useTitle(of ? `${words.title}: ${fileName(of.veteran)}` : words.title)
  useLiveCase(caseId, of?.version)

  return (
    <Answer query={found}>
      {(transcripts) => {
        const current = transcripts.find(({ id }) => id === wanted) ?? transcripts[0]
        return (
          <div className="transcript-screen">
            <header className="screen-head">
              <h1>{words.title}</h1>
              <Link to="/cases/$caseId" params={{ caseId }} className="soft">
                <span className="number">{of?.docketNumber}</span> {of ? fileName(of.veteran) : words.case}
              </Link>
              {current ? (
                <span className={`badge ${current.status}`}>{words.status[current.status]}</span>
              ) : null}
              <Others transcripts={transcripts} current={current} />
            </header>
            {current ? (
              <Shown key={`${current.id} ${current.status}`} caseId={caseId} summary={current} />
            ) : (
              <State title={words.none.title}>{words.none.text}</State>
            )}
          </div>
        )
      }}
    </Answer>
  )
}

function Others({
  transcripts,
  current,
}: {
  transcripts: readonly TranscriptSummary[]
  current: TranscriptSummary | undefined
}) {
  const navigate = useNavigate()
  if (transcripts.length < 2 || !current) return null
  return (
    <select
      className="input right"
      aria-label={words.others}
      value={current.id}
      onChange={({ target }) => void navigate({ to: '.', search: { transcript: target.value } })}
    >
      {transcripts.map(({ id, status }, index) => (
        <option key={id} value={id}>
          {words.nth(transcripts.length - index, words.status[status])}
        </option>
      ))}
    </select>
  )
}

function Shown({ caseId, summary }: { caseId: string; summary: TranscriptSummary }) {
  const query = useQuery({
    ...transcriptQuery(caseId, summary.sessionId, summary.id),
    enabled: summary.status !== 'awaited',
  })
  if (summary.status === 'awaited') return <BeingMade {...summary} />
  return <Answer query={query}>{(transcript) => <Desk caseId={caseId} transcript={transcript} />}</Answer>
}

function BeingMade({ progress, why }: TranscriptSummary) {
  const { heardMs = 0, ofMs, note } = progress ?? {}
  return (
    <State title={words.status.awaited}>
      {why ?? words.standing.awaited} {note}{' '}
      {words.heard(clock(heardMs), ofMs === undefined ? undefined : clock(ofMs))}
    </State>
  )
}

type Sound = { id: string; offsetMs: number }

/** Plays on while lines are corrected: it is made anew only for other recordings. */
function usePlayer(
  caseId: string,
  recordings: Transcript['recordings'],
  offsets: ReadonlyMap<string, number>,
) {
  const sounds = JSON.stringify(
    recordings
      .filter(({ why }) => why === undefined)
      .map(({ documentId }): Sound => ({ id: documentId, offsetMs: offsets.get(documentId) ?? 0 })),
  )
  const player = useMemo(() => {
    const load = async (id: string) =>
      new Blob([await (await portico().documents.original(caseId, id)).bytes()])
    return createPlayer(
      (JSON.parse(sounds) as Sound[]).map((sound) => ({ ...sound, load: () => load(sound.id) })),
    )
  }, [caseId, sounds])
  useEffect(() => player.close, [player])
  return player
}

function Desk({ caseId, transcript }: { caseId: string; transcript: Transcript }) {
  const { recordings, lines, status, certified } = transcript
  const may = useQuery(permissionsQuery(caseId)).data ?? []
  const canChange = status === 'draft' && may.includes('certifyTranscripts')
  const offsets = useMemo(() => offsetsOf(recordings), [recordings])
  const player = usePlayer(caseId, recordings, offsets)
  const [at, setAt] = useState<Moment>({ line: 0, word: 0 })
  const [editing, setEditing] = useState<string>()
  const [isCertifying, setCertifying] = useState(false)
  const unsure = useMemo(() => unsureWords(lines), [lines])

  const play = ({ line: index, word }: Moment) => {
    const line = lines[index]
    if (!line) return
    setAt({ line: index, word })
    const startMs = line.words[word]?.startMs ?? line.startMs
    void player.playFrom((offsets.get(line.recordingId) ?? 0) + startMs)
  }
  const step = (by: number) => setAt({ line: Math.max(0, Math.min(lines.length - 1, at.line + by)), word: 0 })
  const stepWord = (by: number) => {
    const count = lines[at.line]?.words.length ?? 0
    const word = at.word + by
    if (word >= 0 && word < count) play({ line: at.line, word })
    else if (word < 0 && at.line > 0)
      play({ line: at.line - 1, word: Math.max(0, (lines[at.line - 1]?.words.length ?? 1) - 1) })
    else if (word >= count && at.line < lines.length - 1) play({ line: at.line + 1, word: 0 })
  }
  const nextUnsure = () => {
    const next = unsure.find(({ line, word }) => line > at.line || (line === at.line && word > at.word))
    if (next ?? unsure[0]) play((next ?? unsure[0]) as Moment)
  }
  const toggle = () => {
    const { status: playing, atMs } = player.state.get()
    if (playing === 'stopped' || playing === 'failed') return play(at)
    player.stop()
    setAt(wordAt(transcript, offsets, atMs) ?? at)
  }

  useShortcuts(words.title, [
    { keys: ['Space', 'p'], name: words.keys.play, run: toggle },
    { keys: ['j', 'ArrowDown'], name: words.keys.next, run: () => step(1), repeats: true },
    { keys: ['k', 'ArrowUp'], name: words.keys.previous, run: () => step(-1), repeats: true },
    { keys: ['ArrowRight', 'l'], name: words.keys.word, run: () => stepWord(1), repeats: true },
    { keys: ['ArrowLeft', 'h'], name: words.keys.wordBack, run: () => stepWord(-1), repeats: true },
    { keys: ['n'], name: words.keys.unsure, run: nextUnsure },
    ...(canChange
      ? [
          { keys: ['Enter', 'e'], name: words.keys.edit, run: () => setEditing(lines[at.line]?.id) },
          { keys: ['c'], name: words.keys.certify, run: () => setCertifying(true) },
        ]
      : []),
  ])

  return (
    <>
      <div className="transcript-standing">
        <span>
          {certified
            ? words.standing.certified(certified.by.name, moment(certified.at))
            : words.standing[status === 'draft' ? 'draft' : 'awaited']}{' '}
          {transcript.model ? <span className="faint">{words.made(transcript.model)}</span> : null}
        </span>
        <SoundBar player={player} onToggle={toggle} />
        {canChange ? (
          <Button kind="solid" onClick={() => setCertifying(true)}>
            {words.certify.button}
          </Button>
        ) : null}
      </div>
      <div className="transcript-body">
        {lines.length === 0 ? (
          <State title={words.empty.title}>{words.empty.text}</State>
        ) : (
          <LineList
            caseId={caseId}
            transcript={transcript}
            offsets={offsets}
            player={player}
            at={at}
            onPlay={play}
            editing={canChange ? editing : undefined}
            onEdit={canChange ? setEditing : undefined}
          />
        )}
        <TranscriptSide caseId={caseId} transcript={transcript} canChange={canChange} />
      </div>
      <StatusBar
        hints={[
          { keys: ['Space'], name: words.keys.play },
          { keys: ['j', 'k'], name: lists.move },
          { keys: ['n'], name: words.keys.unsure },
          ...(canChange ? [{ keys: ['Enter'], name: words.keys.edit }] : []),
          { keys: ['?'], name: lists.shortcuts },
        ]}
      >
        <span>{words.count(lines.length, unsure.length)}</span>
      </StatusBar>
      {isCertifying ? (
        <CertifyDialog
          caseId={caseId}
          transcript={transcript}
          unsure={unsure.length}
          onClose={() => setCertifying(false)}
        />
      ) : null}
    </>
  )
}
