import { Fragment, useEffect, useId, useRef, useState } from 'react'
import { useOptionKeys } from '../ui/option-keys.ts'
import { useModal } from '../ui/use-modal.ts'
import { words } from '../words/command-menu.ts'
import type { Command } from './commands.ts'
import { type Target, useJumpTargets } from './jump-targets.ts'
import './command-menu.css'

/** One field to jump to any case, document, page, task, person or command. */
export function CommandMenu({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const { targets, isSearching } = useJumpTargets(text, commands)

  const { index, optionId, setPlace, startOver, onKeyDown, props } = useOptionKeys({
    id,
    options: targets,
    isOpen: true,
    isCurrent: true,
    wraps: true,
    choose: run,
  })
  const selected = optionId(index)

  useModal(dialog)
  useEffect(() => {
    document.getElementById(selected)?.scrollIntoView({ block: 'nearest' })
  }, [selected])

  function run(target: Target) {
    onClose()
    // After the dialog has returned the focus, so that it does not take it from what opens next.
    requestAnimationFrame(() => target.run())
  }

  return (
    <dialog
      ref={dialog}
      className="command-menu"
      aria-label={words.title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={() => {}}
    >
      <input
        {...props}
        aria-label={words.title}
        spellCheck={false}
        placeholder={words.placeholder}
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value)
          startOver()
        }}
      />
      <div id={`${id}-options`} role="listbox" aria-label={words.title} tabIndex={-1}>
        {targets.map((target, place) => (
          <Fragment key={target.id}>
            {target.group === targets[place - 1]?.group ? null : (
              <div className="group" role="presentation">
                {words.groups[target.group]}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys */}
            <div
              id={optionId(place)}
              role="option"
              aria-selected={place === index}
              tabIndex={-1}
              data-id={target.id}
              onClick={() => run(target)}
              onMouseMove={() => setPlace(place)}
            >
              <span>{target.name}</span>
              {target.note ? (
                target.group === 'commands' ? (
                  <kbd>{target.note}</kbd>
                ) : (
                  <span className="faint number">{target.note}</span>
                )
              ) : null}
            </div>
          </Fragment>
        ))}
      </div>
      <div className="end" role="status">
        {targets.length > 0 ? words.results(targets.length) : isSearching ? words.searching : words.nothing}
      </div>
    </dialog>
  )
}
