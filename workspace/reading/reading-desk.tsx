import { useIsPageAwaited } from '../data/page-first.ts'
import { Button } from '../ui/button.tsx'
import { Filings } from '../ui/filings.tsx'
import { Skeleton, State } from '../ui/states.tsx'
import { words as filingWords } from '../words/filing.ts'
import { words } from '../words/reading.ts'
import { CaseHead } from './case-head.tsx'
import { DocumentPane } from './documents/document-pane.tsx'
import { SelectionBar } from './documents/selection-bar.tsx'
import { SetAside } from './documents/set-aside.tsx'
import { ExportMenu } from './export.tsx'
import { DecideDialog } from './issues/decide-dialog.tsx'
import { EvidenceDialog } from './issues/evidence-dialog.tsx'
import { PageFacts } from './page-facts.tsx'
import { GoToPage } from './pages/go-to-page.tsx'
import { PrintDialog } from './pages/print-dialog.tsx'
import { PagesOfDesk } from './pages-of-desk.tsx'
import { Panes } from './panes.tsx'
import { ReadingContext } from './reading.ts'
import { SidePane } from './side-pane.tsx'
import { type Desk, type DeskProps, useDesk } from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import './reader.css'

export function ReadingDesk(props: DeskProps) {
  const desk = useDesk(props)
  useDeskKeys(desk)
  const isAwaited = useIsPageAwaited()
  const isEmpty = desk.reading.file.pageCount === 0
  return (
    <ReadingContext value={desk.reading}>
      <div className="reader">
        {isAwaited ? <header className="case-head" /> : <Head desk={desk} />}
        {isEmpty ? (
          <EmptyFile desk={desk} />
        ) : (
          <Panes
            documents={isAwaited ? <Skeleton /> : <Documents desk={desk} />}
            pages={<PagesOfDesk desk={desk} />}
            side={isAwaited ? <Skeleton /> : <Side desk={desk} />}
          />
        )}
        {isEmpty ? null : isAwaited ? (
          <div />
        ) : (
          <PageFacts notes={desk.notes} issues={desk.issues.issues} taking={desk.taking} />
        )}
        {desk.messages}
        <Dialogs desk={desk} />
      </div>
    </ReadingContext>
  )
}

function Head({ desk: { currentCase, reading, list, takeAway } }: { desk: Desk }) {
  const actions = reading.may('exportCase') ? (
    <ExportMenu caseId={reading.caseId} run={takeAway} open={list.open} selected={list.selected} />
  ) : null
  return <CaseHead currentCase={currentCase} actions={actions} />
}

function EmptyFile({ desk: { reading, dialogs, filing } }: { desk: Desk }) {
  return (
    <State
      title={words.documents.empty}
      actions={
        reading.may('fileDocuments') ? (
          <Button kind="solid" onClick={() => dialogs.file()}>
            {filingWords.add}
          </Button>
        ) : null
      }
    >
      {words.documents.emptyText}
      <Filings filings={filing.filings} />
      <SetAside />
    </State>
  )
}

function Documents({ desk }: { desk: Desk }) {
  const { list, marks, dialogs } = desk
  return (
    <div className="document-side">
      <DocumentPane
        list={list}
        onOpen={desk.view.openAt}
        onEdit={dialogs.edit}
        onFile={dialogs.file}
        filterField={desk.filterField}
      />
      <Filings filings={desk.filing.filings} />
      {list.selected.length ? (
        <SelectionBar
          documents={list.selected}
          marks={marks}
          onTag={dialogs.tag}
          onExport={() => desk.takeAway({ documents: list.selected })}
          onClear={list.clearSelection}
        />
      ) : null}
    </div>
  )
}

function Side({ desk }: { desk: Desk }) {
  return (
    <SidePane
      issues={desk.issues}
      deciding={desk.deciding}
      notes={desk.notes}
      taking={desk.taking}
      focusedNote={desk.focusedNote}
      onNote={desk.openNote}
      search={desk.search}
      seen={desk.seen}
    />
  )
}

function Dialogs({ desk }: { desk: Desk }) {
  const { printed, setPrinted, deciding, issues } = desk
  return (
    <>
      <GoToPage isOpen={desk.isGoing} />
      {printed ? <PrintDialog document={printed} onClose={() => setPrinted(undefined)} /> : null}
      {desk.dialogs.shown}
      {desk.moved.shown}
      {deciding.deciding ? (
        <DecideDialog
          issue={deciding.deciding}
          issues={issues}
          onClose={() => deciding.setDeciding(undefined)}
        />
      ) : null}
      {deciding.asked ? (
        <EvidenceDialog {...deciding.asked} issues={issues} onClose={deciding.closeAsked} />
      ) : null}
    </>
  )
}
