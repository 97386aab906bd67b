-- No code used passes: a call is asked once by its idempotency key, whatever layers it comes through.
drop table grant_pass;
