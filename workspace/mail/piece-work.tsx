import type { MailDuplicate, MatchCandidate, Piece, PieceToWork, Profile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { fileName } from '../cases/names.ts'
import { labelIn } from '../data/profile.ts'
import { caseDetail } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { calendarDay, moment } from '../ui/dates.ts'
import { PersonName } from '../ui/person-name.tsx'
import { words } from '../words/mail.ts'
import { duplicateText, reasonText } from './reasons.ts'
import type { Settlement } from './settle-form.tsx'

const text = words.decide
const mostShown = 5

export const isOpenPiece = ({ status }: Piece) => status === 'unmatched' || status === 'held'

/** What is known of a piece, which cases it may belong to and why, and what may be done with it. */
export function PieceWork({
  work,
  profile,
  settle,
}: {
  work: PieceToWork
  profile: Profile | undefined
  settle: (settlement: Settlement) => void
}) {
  const { piece, candidates, duplicates } = work
  const [isLong, setLong] = useState(false)
  const shown = isLong ? candidates : candidates.slice(0, mostShown)
  const isOpen = isOpenPiece(piece)
  return (
    <aside className="piece-work" aria-label={text.label}>
      <header>
        <h2>{piece.sender?.name ?? words.noSender}</h2>
        <p className="soft">{piece.subject ?? words.noSubject}</p>
      </header>
      {piece.why && isOpen ? <p className={`why ${piece.status}`}>{piece.why}</p> : null}
      <Facts piece={piece} profile={profile} />
      {isOpen ? (
        <section aria-label={text.candidates}>
          <h3>{text.candidates}</h3>
          {candidates.length === 0 ? <p className="faint">{text.none}</p> : null}
          <ol className="candidates">
            {shown.map((candidate, index) => (
              <Candidate
                key={candidate.caseId}
                candidate={candidate}
                duplicates={duplicates.filter(({ caseId }) => caseId === candidate.caseId)}
                digit={index < 9 ? String(index + 1) : undefined}
                settle={settle}
              />
            ))}
          </ol>
          {shown.length < candidates.length ? (
            <Button kind="plain" onClick={() => setLong(true)}>
              {text.showMore(candidates.length - shown.length)}
            </Button>
          ) : null}
        </section>
      ) : null}
      {piece.status === 'arriving' ? <p className="faint">{text.waits}</p> : null}
      <div className="actions">
        {isOpen ? (
          <>
            <Button shortcut="m" onClick={() => settle({ kind: 'match' })}>
              {text.other}
            </Button>
            {duplicates.length > 0 ? (
              <Button shortcut="d" onClick={() => settle({ kind: 'drop' })}>
                {text.duplicate}
              </Button>
            ) : null}
            <Button shortcut="n" onClick={() => settle({ kind: 'reject' })}>
              {text.reject}
            </Button>
          </>
        ) : null}
        {piece.status === 'rejected' ? (
          <Button shortcut="u" onClick={() => settle({ kind: 'reopen' })}>
            {text.reopen}
          </Button>
        ) : null}
      </div>
    </aside>
  )
}

function Facts({ piece, profile }: { piece: Piece; profile: Profile | undefined }) {
  const { sender, mailType, caseId, taskId, settledBy, settledAt, reasons = [] } = piece
  const facts = words.facts
  const isSettled = settledAt !== undefined
  return (
    <dl className="facts">
      {sender?.address ? (
        <>
          <dt>{facts.address}</dt>
          <dd>{sender.address}</dd>
        </>
      ) : null}
      <dt>{facts.received}</dt>
      <dd>
        {calendarDay(piece.receiptDate)}
        <br />
        <span className="faint">
          {words.channel[piece.channel]}, {facts.broughtBy} <PersonName username={piece.broughtBy} />
        </span>
      </dd>
      {piece.postmarkDate ? (
        <>
          <dt>{facts.postmark}</dt>
          <dd>{calendarDay(piece.postmarkDate)}</dd>
        </>
      ) : null}
      {mailType ? (
        <>
          <dt>{facts.type}</dt>
          <dd>{labelIn(profile?.mailTypes, mailType)}</dd>
        </>
      ) : null}
      {caseId ? (
        <>
          <dt>{facts.case}</dt>
          <dd>
            <CaseLink caseId={caseId} taskId={taskId} />
          </dd>
        </>
      ) : null}
      {isSettled && reasons.length > 0 ? (
        <>
          <dt>{facts.matched}</dt>
          <dd>{reasons.map(reasonText).join('; ')}</dd>
        </>
      ) : null}
      {isSettled ? (
        <>
          {piece.why ? (
            <>
              <dt>{facts.why}</dt>
              <dd>{piece.why}</dd>
            </>
          ) : null}
          <dt>{facts.settled}</dt>
          <dd>
            <PersonName username={settledBy ?? ''} />, {moment(settledAt)}
          </dd>
        </>
      ) : null}
      {piece.text ? (
        <>
          <dt>{words.piece.text}</dt>
          <dd className="said">{piece.text}</dd>
        </>
      ) : null}
    </dl>
  )
}

function CaseLink({ caseId, taskId }: { caseId: string; taskId: string | undefined }) {
  const { data } = useQuery(caseDetail(caseId))
  return (
    <Link to="/cases/$caseId" params={{ caseId }} search={taskId ? { task: taskId } : {}}>
      <span className="number">{data?.docketNumber ?? text.openCase}</span>
      {data ? ` ${fileName(data.veteran)}` : ''}
    </Link>
  )
}

function Candidate({
  candidate,
  duplicates,
  digit,
  settle,
}: {
  candidate: MatchCandidate
  duplicates: readonly MailDuplicate[]
  digit: string | undefined
  settle: (settlement: Settlement) => void
}) {
  const { caseId, docketNumber, isClosed, reasons } = candidate
  const { data } = useQuery(caseDetail(caseId))
  const name = data ? fileName(data.veteran) : undefined
  return (
    <li data-id={caseId}>
      <div className="top">
        <Link to="/cases/$caseId" params={{ caseId }}>
          <span className="number">{docketNumber}</span> {name}
        </Link>
        {isClosed ? <span className="badge">{text.closed}</span> : null}
      </div>
      <ul className="reasons">
        {reasons.map((reason) => (
          <li key={JSON.stringify(reason)}>{reasonText(reason)}</li>
        ))}
      </ul>
      {duplicates.map((one) => (
        <p key={one.documentId + one.partId} className="duplicate">
          <span className={`badge ${one.kind}`}>{words.same.badge[one.kind]}</span>{' '}
          <Link
            to="/cases/$caseId/read/documents/$documentId"
            params={{ caseId, documentId: one.documentId }}
          >
            {duplicateText(one)}
          </Link>
        </p>
      ))}
      <Button
        kind={digit === '1' ? 'solid' : 'quiet'}
        shortcut={digit}
        onClick={() => settle({ kind: 'match', on: { id: caseId, docketNumber, name } })}
      >
        {text.fileHere}
        <span className="hidden-visually"> {docketNumber}</span>
      </Button>
    </li>
  )
}
