import type { AdminAnswer, AdminCall } from './call.ts';
import { find } from './find.ts';
import { game } from './game.ts';
import type { House } from './house.ts';
import { log } from './log.ts';
import { player } from './player.ts';
import { queues } from './queues.ts';
import { hideMessage, reports } from './reports.ts';
import { suspend, takeOut, unsuspend } from './suspend.ts';
import { takeOver } from './take-over.ts';
import { voidOne } from './void.ts';

const COMMANDS: Record<string, (house: House, call: AdminCall) => Promise<AdminAnswer>> = {
  find,
  player,
  game,
  queues,
  log,
  suspend,
  unsuspend,
  'take-out': takeOut,
  void: voidOne,
  'take-over': takeOver,
  reports,
  hide: hideMessage,
};

/** Carries out what an operator asks for. Throws for a command that reading the call lets nobody give. */
export function administer(house: House, call: AdminCall): Promise<AdminAnswer> {
  const command = COMMANDS[call.command];
  if (command === undefined) throw new Error(`there is no command ${call.command}`);
  return command(house, call);
}
