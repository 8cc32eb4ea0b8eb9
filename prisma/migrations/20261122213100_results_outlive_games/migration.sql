-- A result goes on to count when its game is exported and deleted: the numbers of a pool's games have no gap.
ALTER TABLE "rated_game" DROP CONSTRAINT "rated_game_game_id_fkey";
