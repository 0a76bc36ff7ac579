import { CommandMenu } from './command-menu.tsx'
import { useCommands } from './commands.ts'
import type { Overlay } from './overlay.ts'

export { ChangePassword } from './change-password.tsx'
export { FilingsElsewhere } from './filings-elsewhere.tsx'
export { Passkeys } from './passkeys.tsx'
export { SessionEnded } from './session-ended.tsx'
export { ShortcutsDialog } from './shortcuts-dialog.tsx'

export function Jump({ onClose, open }: { onClose: () => void; open: (overlay: Overlay) => void }) {
  const commands = useCommands({
    changePassword: () => open('password'),
    passkeys: () => open('passkeys'),
  })
  return <CommandMenu commands={commands} onClose={onClose} />
}
