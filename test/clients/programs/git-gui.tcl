#!/usr/bin/env tclsh
# The commands that git-gui runs for a commit, in its order and its way of running them, without its windows.
# To Tcl's exec a command has failed if it writes a single byte to stderr.
#
#   git-gui.tcl <plain|dashed> <normal|amend> <message>

lassign $argv spelling kind message

# Until 2025 git-gui ran the programs in git's exec-path; since then it runs `git <command>`.
proc command_line {name} {
  global spelling
  if {$spelling eq "plain"} {return [list git $name]}
  return [list [file join [exec git --exec-path] git-$name]]
}

proc git {name args} {
  return [exec {*}[command_line $name] {*}$args]
}

proc read_from {name args} {
  set channel [open [list | {*}[command_line $name] {*}$args] r]
  set text [read $channel]
  close $channel
  return $text
}

git var GIT_COMMITTER_IDENT
set head [git rev-parse --verify HEAD]
set parents [list $head]
if {$kind eq "amend"} {
  set old [read_from cat-file commit $head]
  set parents [lmap line [regexp -all -inline -line {^parent .*$} $old] {lindex $line 1}]
  regexp -line {^author (.*) <(.*)> (\d.*)$} $old all env(GIT_AUTHOR_NAME) env(GIT_AUTHOR_EMAIL) env(GIT_AUTHOR_DATE)
}

set file [file join [git rev-parse --git-dir] GITGUI_EDITMSG]
set channel [open $file w]
puts $channel $message
close $channel

set tree [string trim [read_from write-tree]]
read_from cat-file commit $head
set words [list commit-tree $tree]
foreach parent $parents {lappend words -p $parent}
set commit [git {*}$words <$file]
git update-ref -m "commit: $message" HEAD $commit $head
file delete $file
puts "Created commit [string range $commit 0 7]: $message"
