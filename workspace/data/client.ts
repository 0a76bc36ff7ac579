/** The part of the SDK that talks, as a chunk of its own: it is fetched beside the shell, not within it. */
export { acceptInvitation, PorticoClient } from '@portico/sdk'
